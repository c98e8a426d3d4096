/** Answers that the gateway gives by itself. Main process. */
import type { ServerResponse } from 'node:http'

export interface OwnAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Does nothing where an answer has begun already. */
export function answerWith(response: ServerResponse, { status, headers, body }: OwnAnswer): void {
  if (response.headersSent || response.destroyed) return
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  response.writeHead(status, { ...headers, ...length }).end(body)
}

/** For a caller that is none of ours: in no provider's format. */
export function notFound(message: string): OwnAnswer {
  const body = JSON.stringify({ error: { type: 'not_found', message } })
  return { status: 404, headers: { 'content-type': 'application/json' }, body }
}
