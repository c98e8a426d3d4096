/**
 * One call on its way: bytes go on as they come, in both directions, no faster than the other side
 * takes them; whatever happens on one side happens on the other. Main process.
 */
import http, { type Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import { answerWith, type OwnAnswer } from './answer.ts'
import type { Ending } from './call.ts'
import { header, type RawHeaders, toClient } from './headers.ts'
import { hiding, type Mask, maskFor } from './secret.ts'
import type { UnderWay, Watch } from './watch.ts'

export interface Destination {
  url: URL
  /** Path and query. */
  path: string
  headers: RawHeaders
  agent: Agent
  /** Not to be seen in an answer. */
  key: string | undefined
  /** What a harness is told when the call is cut before the provider has answered. */
  refusal(reason: string): OwnAnswer
}

/** There is no time limit here: who waits too long is cut from outside. */
export function forward(
  request: IncomingMessage,
  response: ServerResponse,
  to: Destination,
  watch: Watch,
): UnderWay {
  let over = false
  const ended = (how: Ending, reason: string | null) => {
    if (over) return
    over = true
    watch.ended(how, reason)
  }

  const { url, agent, path, headers } = to
  const upstream = (url.protocol === 'https:' ? https : http).request({
    agent,
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    method: request.method ?? 'GET',
    path,
    headers: chunkedAs(request, headers),
  })

  request.on('data', (chunk: Buffer) => {
    if (!over && !upstream.write(chunk)) request.pause()
    watch.sent(chunk)
  })
  request.on('end', () => upstream.end())
  upstream.on('drain', () => request.resume())

  const hungUp = (error: Error) => {
    if (over) return
    ended('upstreamGone', reasonOf(error))
    // What has come must reach the harness before it is hung up on.
    response.socket?.destroySoon()
  }
  upstream.on('error', hungUp)
  upstream.on('response', (answer) => passOn(answer, response, to.key, watch, ended, hungUp))

  const harnessGone = () => {
    ended('clientGone', 'the harness hung up')
    upstream.destroy()
  }
  request.on('error', () => {}) // a 'close' of the response follows
  response.on('error', harnessGone)
  response.on('close', () => {
    if (!over) harnessGone()
  })

  return {
    cut(reason) {
      ended('cut', reason)
      upstream.destroy()
      request.resume()
      if (response.headersSent) response.destroy()
      else answerWith(response, to.refusal(reason))
    },
  }
}

function passOn(
  answer: IncomingMessage,
  response: ServerResponse,
  key: string | undefined,
  watch: Watch,
  ended: (how: Ending, reason: string | null) => void,
  hungUp: (error: Error) => void,
): void {
  const status = answer.statusCode ?? 502
  const headers = toClient(answer.rawHeaders, hiding(key))
  const encoding = header(answer.rawHeaders, 'content-encoding') ?? 'identity'
  // What is compressed goes on as it is.
  const mask: Mask | null = encoding === 'identity' ? maskFor(key) : null
  let begun = false

  answer.on('error', hungUp)
  response.sendDate = false
  try {
    response.writeHead(status, answer.statusMessage, headers)
  } catch (error) {
    // Characters that our parser let in, and our server does not let out.
    hungUp(error as Error)
    answer.destroy()
    return
  }
  watch.answered(status, headers)
  // Together with the first bytes of the body if they have come, but not waiting for them.
  setImmediate(() => {
    if (!begun && !response.writableEnded) response.flushHeaders()
  })

  const pass = (chunk: Buffer) => {
    if (chunk.length === 0) return
    begun = true
    if (!response.write(chunk)) answer.pause()
    watch.received(chunk)
  }
  answer.on('data', (chunk: Buffer) => pass(mask ? mask.through(chunk) : chunk))
  response.on('drain', () => answer.resume())
  answer.on('end', () => {
    if (mask) pass(mask.rest())
    response.end()
    ended('complete', null)
  })
  answer.on('close', () => {
    if (!answer.complete) hungUp(new Error('the connection was closed'))
  })
}

/** A body of unknown length keeps being one, whatever the method. */
function chunkedAs(request: IncomingMessage, headers: RawHeaders): RawHeaders {
  return request.headers['transfer-encoding'] === undefined
    ? headers
    : [...headers, 'transfer-encoding', 'chunked']
}

function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException
  return `the provider hung up or was not reached (${code ?? error.message})`
}
