/**
 * The model behind the gateway: a server that hears what was sent, lets the scripted model answer, and
 * fails where a case wants it. Main process.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { forward } from '../../adapters/scripted/forward.ts'
import type { Script } from '../../adapters/scripted/script.ts'
import { startScripted } from '../../adapters/scripted/server.ts'
import { serveOnLoopback } from '../process/loopback.ts'

/** From when on, and how; requests that offer no tools are always answered. */
export interface Fault {
  /** Answers before it. */
  after: number
  /** It never answers; or it answers 400, which is not to be tried again. */
  how: 'silence' | 'refusal'
}

/** What arrived, in order. */
export interface Heard {
  bodies: string[]
}

export interface ModelServer extends AsyncDisposable {
  url: string
  /** What comes from now on is of this script. @param onCall while whoever calls is waiting */
  play(script: string, fault: Fault | undefined, onCall: () => void): Heard
}

/** Asked for in the place of a program of ours that is no harness. */
export const HOSTILE_MODEL = 'hostile'

export async function startModel(scripts: Record<string, Script>): Promise<ModelServer> {
  const scripted = await startScripted(scripts)
  let scene: { script: string; fault: Fault | undefined; onCall(): void; heard: Heard } | undefined
  let answered = 0

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const asked = read(body)
    if (asked.model === HOSTILE_MODEL) return void answerPlainly(response)
    if (!scene) return void response.writeHead(404).end()
    const { script, fault, onCall, heard } = scene
    if (body.length > 0) heard.bodies.push(body.toString())
    onCall()
    const offersTools = (asked.tools?.length ?? 0) > 0
    if (fault && offersTools && answered >= fault.after) {
      if (fault.how === 'silence') return
      const error = { message: 'this cannot go on', type: 'invalid_request_error', code: 400 }
      response.writeHead(400, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ type: 'error', error }))
    }
    if (offersTools) answered++
    const answer = await forward(`${scripted.url}/${script}${request.url}`, request, body)
    const type = answer.headers.get('content-type') ?? 'application/json'
    response.writeHead(answer.status, { 'content-type': type })
    if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), response)
    else response.end()
  }

  const server = await serveOnLoopback(serve)
  return {
    url: server.url,
    play(script, fault, onCall) {
      answered = 0
      scene = { script, fault, onCall, heard: { bodies: [] } }
      return scene.heard
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      await scripted.close()
    },
  }
}

function read(body: Buffer): { model?: unknown; tools?: unknown[] } {
  try {
    return JSON.parse(body.toString()) ?? {}
  } catch {
    return {}
  }
}

function answerPlainly(response: ServerResponse): void {
  const message = { role: 'assistant', content: 'Go on.' }
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      model: HOSTILE_MODEL,
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    }),
  )
}
