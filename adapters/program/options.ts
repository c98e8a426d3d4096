/** The options that all presets have. In the adapter's process. */
import * as z from 'zod'
import { policyShape } from '../acp/policy.ts'
import type { Door, Preset, Wire } from './preset.ts'

export interface CommonOptions extends Record<string, unknown> {
  /** The program: an absolute path, or a name on PATH. */
  path?: string
  /** Its own command line, or the Agent Client Protocol. */
  door: Door
  wire?: Wire
  /** Behind the preset's own arguments. */
  args: string[]
  env: Record<string, string>
}

export function doorsOf({ acp }: Preset<never>): [Door, ...Door[]] {
  return acp ? ['cli', 'acp'] : ['cli']
}

export function optionsOf(preset: Preset<never>) {
  const wires = Object.keys(preset.wires) as [Wire, ...Wire[]]
  return z.strictObject({
    path: z.string().min(1).optional(),
    door: z.enum(doorsOf(preset)).default(preset.door ?? 'cli'),
    wire: z.enum(wires).optional(),
    args: z.array(z.string()).default([]),
    env: z.record(z.string(), z.string()).default({}),
    ...(preset.acp ? policyShape : {}),
    ...preset.options,
  })
}
