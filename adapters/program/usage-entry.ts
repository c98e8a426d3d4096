/** Tells the usage of each model call once, where a harness repeats its frames. In the adapter's process. */
import type { Metadata } from '../../plugin/run/adapter.ts'
import { countsOf } from './claim.ts'
import type { Used } from './preset.ts'

type Tokens = NonNullable<Metadata['tokens']>

export function traceUsage(tell: (told: { tokens: Tokens; cost?: number }) => void) {
  let open: { id: string; used: Used } | undefined

  function put(used: Used) {
    const { calls, cost, ...tokens } = countsOf(used)
    if (cost !== undefined || Object.keys(tokens).length > 0)
      tell({ tokens, ...(cost === undefined ? {} : { cost }) })
  }
  function end() {
    if (open) put(open.used)
    open = undefined
  }
  return {
    /** The last of those with the same id counts. */
    frame(id: string | null, used: Used) {
      if (id !== open?.id) end()
      if (id === null) put(used)
      else open = { id, used }
    },
    end,
  }
}
