/** Where models are that need no option to be found. Main process. */
import path from 'node:path'
import type { ResolvedOptions } from '../options.ts'
import type { Provider } from './provider.ts'

type ProviderOption = ResolvedOptions['providers'][string]

/** Addresses and names of variables as each provider's own documentation gives them. */
const known: Record<string, ProviderOption> = {
  openai: { baseUrl: 'https://api.openai.com', keyFrom: 'OPENAI_API_KEY', auth: 'bearer' },
  anthropic: {
    baseUrl: 'https://api.anthropic.com',
    keyFrom: 'ANTHROPIC_API_KEY',
    auth: 'x-api-key',
  },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com',
    keyFrom: 'GEMINI_API_KEY',
    auth: 'x-goog-api-key',
  },
  deepseek: { baseUrl: 'https://api.deepseek.com', keyFrom: 'DEEPSEEK_API_KEY', auth: 'bearer' },
  openrouter: {
    baseUrl: 'https://openrouter.ai/api',
    keyFrom: 'OPENROUTER_API_KEY',
    auth: 'bearer',
  },
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
