/** Passes a request on to the scripted model: for servers that stand before it, and hear or fail. */
import type { IncomingMessage } from 'node:http'

/** Of a request: what says how its body is to be read. */
const heeded = ['content-type', 'accept', 'anthropic-version', 'anthropic-beta']

/** @param url where the model takes it; @param body what was read of it */
export function forward(
  url: string,
  { method = 'GET', headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  body: Buffer,
): Promise<Response> {
  return fetch(url, {
    method,
    headers: Object.fromEntries(
      heeded.flatMap((name) =>
        headers[name] === undefined ? [] : [[name, String(headers[name])]],
      ),
    ),
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  })
}
