/** The options of an experiment whose only condition is the adapter that is checked. Main process. */
import type { ResolvedConformance } from './options.ts'

/** Variable with the key that stands for a real one. */
export const KEY = 'HARNESSBENCH_CONFORMANCE_KEY'

export const NAME = 'checked'

export const providerOf = ({ model }: ResolvedConformance) => model.split('/')[0] as string

/** @param url of the model's server */
export function optionsFor(asked: ResolvedConformance, url: string) {
  const { adapter, options, model, passEnv, seconds } = asked
  const provider = providerOf(asked)
  const auth = { anthropic: 'x-api-key', google: 'x-goog-api-key', gemini: 'x-goog-api-key' }
  return {
    experiment: NAME,
    conditions: [{ name: NAME, adapter, options, model, passEnv }],
    budgets: { seconds },
    providers: {
      [provider]: {
        baseUrl: url,
        keyFrom: KEY,
        auth: auth[provider as keyof typeof auth] ?? 'bearer',
      },
    },
    prices: [{ model: '*', input: 1, output: 4, date: '2026-11-30', source: 'made up' }],
  }
}
