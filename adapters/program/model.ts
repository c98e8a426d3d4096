/**
 * The model that a condition names, and what can be seen to be wrong with it before anything is spent.
 * In the adapter's process, and in the one in which an adapter is only asked what it is.
 */
import { type Prospect, WrongOption } from '../../plugin/run/adapter.ts'

interface Named {
  /** What stands before and after the first slash. */
  provider: string
  model: string
}

/** @throws WrongOption for what is not `provider/model` */
export function readModel(name: string | null): Named {
  const [, provider, model] = /^([^/]+)\/(.+)$/s.exec(name ?? '') ?? []
  if (provider !== undefined && model !== undefined) return { provider, model }
  throw new WrongOption(
    'model',
    name === null
      ? 'it is missing, and this harness calls a model; write it as `provider/model`'
      : `\`${name}\` does not say whose model it is; write it as \`provider/model\``,
  )
}

/** @throws WrongOption for what is not `provider/model`, with a provider that there is */
export async function checkModel({ model, providers }: Prospect): Promise<Named> {
  const named = readModel(model)
  await checkProvider(named.provider, 'model', providers)
  return named
}

/**
 * @param option that names it
 * @throws WrongOption for a provider that there is not
 */
export async function checkProvider(
  provider: string,
  option: string,
  providers: Prospect['providers'],
): Promise<void> {
  const names = Object.keys(providers)
  if (names.includes(provider)) return
  // No sample has to load it.
  const { didYouMean } = await import('../../plugin/plan/closest.ts')
  throw new WrongOption(
    option,
    `there is no provider \`${provider}\`${didYouMean(provider, names)}; there are ${names.join(', ')}, and any other is named in the option \`providers\``,
  )
}
