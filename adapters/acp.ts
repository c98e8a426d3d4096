/**
 * Any agent that speaks the Agent Client Protocol, by its command line: sessions of several turns,
 * plans, tool calls, and requests for permission that a policy answers. `argv` and `env` have the
 * placeholders of `command`.
 */
import * as z from 'zod'
import type { Context, Session } from '../plugin/run/adapter.ts'
import { checkPolicy, policyInputs, policyShape } from './acp/policy.ts'
import { openAgent } from './acp/session.ts'
import { called } from './program/called.ts'
import { namesAddress, openFill } from './program/placeholders.ts'

export const version = '2'

export const options = z
  .strictObject({
    /** Program and arguments that make it speak the protocol on its standard streams. */
    argv: z.array(z.string()).min(1),
    /** Variables beside the allow-list. */
    env: z.record(z.string(), z.string()).default({}),
    /** One of the modes that the agent offers; its own default where left out. */
    mode: z.string().min(1).optional(),
    ...policyShape,
  })
  .superRefine(checkPolicy)

export { checkCommandLine as check } from './program/command-line.ts'

/** A program whose arguments or variables name a provider's address makes its calls there. */
export function metered(given: Record<string, unknown>): boolean {
  const { argv, env } = given as z.output<typeof options>
  return [...argv, ...Object.values(env)].some(namesAddress)
}

export { policyInputs as inputs }

/** @throws Unmeasured when there is no agent to talk to */
export function open(build: string, context: Context): Promise<Session> {
  const { argv, env, mode } = context.options as z.output<typeof options>
  const fill = openFill(context)
  const [program, ...args] = argv.map(fill)
  const filled = Object.entries(env).map(([name, value]) => [name, fill(value)])
  return openAgent(
    {
      name: called(argv),
      command: [program as string, ...args],
      env: { ...context.env, ...Object.fromEntries(filled) },
      mode,
    },
    build,
    context,
  )
}
