/**
 * An adapter that lets another one work for two turns of one session. In the adapter's process.
 */
import type { Context, Metadata } from '../run/adapter.ts'
import { loadAdapter } from '../run/load.ts'

/** Said where the adapter has no sessions. */
export const NO_SESSIONS = 'it has no `open`'

export interface TwiceOptions extends Record<string, unknown> {
  /** File URL of the adapter. */
  module: string
  options: Record<string, unknown>
  second: string
}

export async function run(build: string, brief: string, context: Context): Promise<Metadata> {
  const { module, options, second } = context.options as TwiceOptions
  const { open } = await loadAdapter(module)
  if (!open) return { crashed: NO_SESSIONS }
  const session = await open(build, { ...context, options })
  try {
    const first = await session.turn(brief)
    if (first.crashed !== undefined) return first
    return both(first, await session.turn(second))
  } finally {
    await session.close()
  }
}

/** What one turn does not tell is not known of both. */
function both(first: Metadata, last: Metadata): Metadata {
  const sum = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? undefined : a + b
  const kinds = ['input', 'output', 'cacheRead', 'cacheWrite'] as const
  const tokens = kinds.map((kind) => [kind, sum(first.tokens?.[kind], last.tokens?.[kind])])
  return JSON.parse(
    JSON.stringify({
      ...last,
      calls: sum(first.calls, last.calls),
      cost: sum(first.cost, last.cost),
      tokens: Object.fromEntries(tokens),
    }),
  )
}
