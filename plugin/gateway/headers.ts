/** What becomes of headers on their way through: pairs as they were sent, in order and case. Any process. */

/** Names and values by turns, as in `message.rawHeaders`. */
export type RawHeaders = readonly string[]

export const authentications = ['bearer', 'x-api-key', 'x-goog-api-key', 'none'] as const
export type Authentication = (typeof authentications)[number]

/** Of one connection, not of the message: RFC 9110, 7.6.1. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** What carries a client's key, whichever provider it believes to talk to. */
const credentials = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key']

/** Headers for the provider: its host, and the real key in the place of whatever the client sent. */
export function toProvider(
  raw: RawHeaders,
  to: { host: string; auth: Authentication; key: string | undefined; dropped?: readonly string[] },
): string[] {
  // `expect` has been answered by our own server.
  const gone = ['host', 'expect', ...(to.dropped ?? []), ...(to.auth === 'none' ? [] : credentials)]
  const headers = ['host', to.host, ...forwarded(raw, gone)]
  if (to.auth !== 'none' && to.key !== undefined) {
    if (to.auth === 'bearer') headers.push('authorization', `Bearer ${to.key}`)
    else headers.push(to.auth, to.key)
  }
  return headers
}

export function toClient(raw: RawHeaders, hide: (text: string) => string): string[] {
  return forwarded(raw, []).map(hide)
}

/** Without what concerns one connection only. */
function forwarded(raw: RawHeaders, gone: readonly string[]): string[] {
  const named =
    header(raw, 'connection')
      ?.toLowerCase()
      .split(/\s*,\s*/) ?? []
  const headers: string[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] as string
    const lower = name.toLowerCase()
    if (hopByHop.includes(lower) || gone.includes(lower) || named.includes(lower)) continue
    headers.push(name, raw[at + 1] as string)
  }
  return headers
}

/** Value of the first header of that name; null where there is none. */
export function header(raw: RawHeaders, wanted: string): string | null {
  for (let at = 0; at + 1 < raw.length; at += 2)
    if ((raw[at] as string).toLowerCase() === wanted) return raw[at + 1] as string
  return null
}

/** A path without the `key=…` with which Gemini's clients may send theirs; all else as it was. */
export function withoutKey(path: string): string {
  const at = path.indexOf('?')
  if (at === -1) return path
  const kept = path
    .slice(at + 1)
    .split('&')
    .filter((parameter) => parameter !== 'key' && !parameter.startsWith('key='))
  return kept.length === 0 ? path.slice(0, at) : `${path.slice(0, at)}?${kept.join('&')}`
}
