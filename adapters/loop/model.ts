/** Finds the model that a condition names, and where it is. In the adapter's process. */
import type { LanguageModel } from 'ai'
import type { WireName } from '../../plugin/gateway/wire/wire.ts'
import type { Context } from '../../plugin/run/adapter.ts'
import { readModel } from '../program/model.ts'
import type { LoopOptions } from './options.ts'

type Wire = Exclude<WireName, 'none'>

/** All others speak OpenAI's chat completions, as most do. */
const wires: Record<string, Wire> = {
  openai: 'openai-responses',
  anthropic: 'anthropic-messages',
  google: 'gemini-generate',
  gemini: 'gemini-generate',
}

/** What stands between a gateway's address and the part of the path that the SDK adds. */
const versions: Record<Wire, string> = {
  'openai-chat': '/v1',
  'openai-responses': '/v1',
  'anthropic-messages': '/v1',
  'gemini-generate': '/v1beta',
}

/** @param name `provider/model`; what follows the first slash is the provider's own name for it */
export async function findModel(
  name: string | null,
  { wire, baseUrl }: Pick<LoopOptions, 'wire' | 'baseUrl'>,
  gateway: Context['gateway'],
): Promise<LanguageModel> {
  const { provider, model: id } = readModel(name)
  const spoken = wire ?? wires[provider] ?? 'openai-chat'
  const metered = gateway?.urls[provider]
  const baseURL = baseUrl ?? (metered && `${metered}${versions[spoken]}`)
  if (baseURL === undefined)
    throw new Error(
      `nothing says where the provider \`${provider}\` is; name it in the option \`providers\`, or give \`options.baseUrl\``,
    )
  return create(spoken, provider, id, { baseURL, apiKey: gateway?.key ?? 'none' })
}

/** The SDK's packages are loaded one at a time: each costs some milliseconds of every sample. */
async function create(
  wire: Wire,
  provider: string,
  id: string,
  address: { baseURL: string; apiKey: string },
): Promise<LanguageModel> {
  switch (wire) {
    case 'openai-chat': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({ name: provider, ...address, includeUsage: true })(id)
    }
    case 'openai-responses': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI(address).responses(id)
    }
    case 'anthropic-messages': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic(address)(id)
    }
    case 'gemini-generate': {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle(address)(id)
    }
  }
}
