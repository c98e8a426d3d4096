/**
 * The provider that harnesses are tried with: it notes what it hears and what it serves, lets the
 * scripted model answer, and fails where its address says so:
 * `<url>/<condition>/<fault>/<script>/v1/messages`. In the process of the room.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { forward } from '../../../../adapters/scripted/forward.ts'
import type { Script } from '../../../../adapters/scripted/script.ts'
import { startScripted } from '../../../../adapters/scripted/server.ts'
import { serveOnLoopback } from '../../../process/loopback.ts'
import { type Served, servedIn } from './served.ts'

interface Fault {
  after: number
  status?: keyof typeof messages
}

/** After how many answers, and how. */
export const faults = {
  none: { after: Number.POSITIVE_INFINITY },
  'first-401': { after: 0, status: 401 },
  'then-401': { after: 1, status: 401 },
  'then-429': { after: 1, status: 429 },
  'then-500': { after: 1, status: 500 },
  silence: { after: 1 },
  cut: { after: 1 },
} satisfies Record<string, Fault>
export type FaultName = keyof typeof faults

/** One request, and what came of it. */
export interface Heard {
  condition: string
  path: string
  body: string
  status: number
  served: Served
  /** As of `Date.now()`, and milliseconds from there to the end of the answer. */
  at: number
  took: number
}

export interface ModelServer extends AsyncDisposable {
  url: string
  /** Model calls, in the order in which they came; listings and counts are not among them. */
  heard: Heard[]
}

const messages = {
  401: 'the key was taken back',
  429: 'slow down',
  500: 'the model is not well',
}

export async function startModel(scripts: Record<string, Script>): Promise<ModelServer> {
  const scripted = await startScripted(scripts)
  const heard: Heard[] = []
  const answered = new Map<string, number>()

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now()
    const [, condition = '', fault = '', rest = ''] =
      /^\/([^/]+)\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? []
    const body = await buffer(request)
    const free = request.method !== 'POST' || /count_tokens|:countTokens/.test(rest)
    const note: Heard = {
      condition,
      path: rest,
      body: body.toString(),
      status: 0,
      served: { input: 0, output: 0 },
      at,
      took: 0,
    }
    if (!free) heard.push(note)
    response.on('close', () => {
      note.took = Date.now() - at
    })
    const key = `${condition}/${fault}`
    const before = answered.get(key) ?? 0
    const { after, status }: Fault = faults[fault as FaultName]
    const fails = !free && before >= after
    if (fails && fault === 'silence') return
    if (fails && status !== undefined) {
      note.status = status
      const error = { message: messages[status], type: 'some_error', code: status }
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(status === 429 ? { 'retry-after': '1' } : {}),
      })
      return void response.end(JSON.stringify({ type: 'error', error }))
    }
    if (!free) answered.set(key, before + 1)
    const answer = await forward(`${scripted.url}${rest}`, request, body)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? 'application/json'
    note.status = answer.status
    response.writeHead(answer.status, { 'content-type': type })
    if (fails && fault === 'cut') {
      response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy())
      return
    }
    note.served = servedIn(bytes.toString())
    response.end(bytes)
  }

  const server = await serveOnLoopback(serve)
  return {
    url: server.url,
    heard,
    async [Symbol.asyncDispose]() {
      await server.close()
      await scripted.close()
    },
  }
}
