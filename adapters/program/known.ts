/** The presets that were loaded in this process, for tables that tell of them. Any process. */
import type { Preset } from './preset.ts'

/** By name. */
export const knownPresets = new Map<string, Preset<never>>()
