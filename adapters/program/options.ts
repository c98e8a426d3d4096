/** The options that all presets have. In the adapter's process. */
import * as z from 'zod'
import { checkPolicy, policyShape } from '../acp/policy.ts'
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
  const shape = z.strictObject({
    path: z.string().min(1).optional(),
    door: z.enum(doorsOf(preset)).default(preset.door ?? 'cli'),
    wire: z.enum(wires).optional(),
    args: z.array(z.string()).default([]),
    env: z.record(z.string(), z.string()).default({}),
    ...(preset.acp ? policyShape : {}),
    ...preset.options,
  })
  return preset.acp ? shape.superRefine(checkDoor) : shape
}

/** By its command line a harness asks nobody: what is to be said to it would have no effect. */
function checkDoor(options: object, context: z.RefinementCtx) {
  const { door, permissions, answers } = options as CommonOptions & {
    permissions: string
    answers: string | unknown[]
  }
  if (door === 'acp') return checkPolicy(options, context)
  const idle = [
    ...(permissions === 'allow' ? [] : ['permissions']),
    ...(answers.length === 0 ? [] : ['answers']),
  ]
  for (const name of idle)
    context.addIssue({
      code: 'custom',
      path: [name],
      message:
        "by its command line it is told to ask nobody, and this would have no effect; write `door: 'acp'`, where what it asks for is answered, or leave it out",
    })
}
