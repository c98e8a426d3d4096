/** Options of a project whose providers are all one server of ours. For tests. */
import { fileURLToPath } from 'node:url'
import type { HarnessBenchOptions } from '../options.ts'

/** An adapter that makes the calls that it is told to. */
export const clientModule = fileURLToPath(new URL('./fixtures/client.ts', import.meta.url))

export function meteredOptions(url: string) {
  const keyFrom = 'UPSTREAM_KEY'
  return {
    experiment: 'tiny',
    providers: {
      openai: { baseUrl: url, keyFrom, auth: 'bearer' },
      anthropic: { baseUrl: url, keyFrom, auth: 'x-api-key' },
      google: { baseUrl: url, keyFrom, auth: 'x-goog-api-key' },
    },
    prices: [
      {
        model: '*',
        input: 1,
        output: 4,
        cacheRead: 0.1,
        cacheWrite: 1.25,
        date: '2026-01-01',
        source: 'made up',
      },
    ],
  } satisfies HarnessBenchOptions
}
