/** Where models are that need no option to be found. Main process. */
import path from 'node:path'
import type { ResolvedOptions } from '../options.ts'
import type { Provider } from './provider.ts'
import type { WireName } from './wire/wire.ts'

type ProviderOption = ResolvedOptions['providers'][string]

/**
 * Addresses, names of variables, and the formats that are answered below that very address, as each
 * provider's own documentation gives them.
 */
const known: Record<string, ProviderOption & { wires: WireName[] }> = {
  openai: {
    baseUrl: 'https://api.openai.com',
    keyFrom: 'OPENAI_API_KEY',
    auth: 'bearer',
    wires: ['openai-responses', 'openai-chat'],
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com',
    keyFrom: 'ANTHROPIC_API_KEY',
    auth: 'x-api-key',
    wires: ['anthropic-messages', 'openai-chat'],
  },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com',
    keyFrom: 'GEMINI_API_KEY',
    auth: 'x-goog-api-key',
    wires: ['gemini-generate'],
  },
  deepseek: {
    baseUrl: 'https://api.deepseek.com',
    keyFrom: 'DEEPSEEK_API_KEY',
    auth: 'bearer',
    wires: ['openai-chat'],
  },
  openrouter: {
    baseUrl: 'https://openrouter.ai/api',
    keyFrom: 'OPENROUTER_API_KEY',
    auth: 'bearer',
    wires: ['openai-chat', 'openai-responses', 'anthropic-messages'],
  },
}

/** @returns the formats that each provider's address takes; null for an address that is not known here */
export function wiresOf(given: Record<string, ProviderOption>): Record<string, WireName[] | null> {
  const at = (address: string) => address.replace(/\/+$/, '')
  return Object.fromEntries(
    Object.entries({ ...known, ...given }).map(([name, { baseUrl }]) => [
      name,
      Object.values(known).find((one) => at(one.baseUrl) === at(baseUrl))?.wires ?? null,
    ]),
  )
}

/** @param root that folders of cassettes are relative to */
export function providersOf(
  given: Record<string, ProviderOption>,
  root: string,
): Record<string, Provider> {
  return Object.fromEntries(
    Object.entries({ ...known, ...given }).map(([name, { baseUrl, keyFrom, auth, cassette }]) => [
      name,
      {
        baseUrl,
        auth,
        ...(keyFrom ? { key: () => process.env[keyFrom] } : {}),
        ...(cassette
          ? { cassette: { folder: path.resolve(root, cassette.folder), mode: cassette.mode } }
          : {}),
      },
    ]),
  )
}
