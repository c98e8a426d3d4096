/** Where calls go. Main process. */
import type { Authentication } from './headers.ts'

export interface Provider {
  /** http(s); its path is put before the client's, its query is not allowed. */
  baseUrl: string
  /** The real key: asked for at each call, kept nowhere. What is shorter than 8 characters is not hidden. */
  key?: () => string | undefined
  /** Header that carries the key. With `none`, what the client sends is passed on as it is. */
  auth: Authentication
  /** A scripted model answers there. */
  scripted?: boolean
  cassette?: { folder: string; mode: 'record' | 'replay' }
}

/** @throws when that is no URL that calls could be sent to */
export function baseOf(name: string, { baseUrl }: Provider): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  const fault = !url
    ? 'is no URL'
    : url.protocol !== 'http:' && url.protocol !== 'https:'
      ? 'is neither http nor https'
      : url.search || url.hash || url.username || url.password
        ? 'holds more than scheme, host and path'
        : null
  if (url && !fault) return url
  throw new Error(
    `the base URL of provider ${JSON.stringify(name)} ${fault}; give one such as https://api.example.com`,
  )
}
