/**
 * A server of models that answers in the documented shape of all four wire formats, and reports the
 * usage that it is told to. What it does stands in the model's name: `429-well.x` throttles the first
 * call and answers all others; what follows the dot only tells models apart. For tests.
 *
 * Sources: OpenAI API reference, "The chat completion object", "The response object", "Streaming
 * events"; Claude API reference, "Create a Message", docs, "Streaming messages"; Gemini API reference,
 * "Generating content", "UsageMetadata".
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { WireName } from '../gateway/wire/wire.ts'
import { serveOnLoopback } from '../process/loopback.ts'
import { answerOf } from './fixtures/answers.ts'
import type { Told } from './fixtures/client.ts'

export interface Seen {
  model: string
  wire: WireName
  /** Of that model, 1..n. */
  number: number
  /** The key that came with it. */
  key: string | undefined
}

export interface Upstream extends AsyncDisposable {
  url: string
  /** Every call that arrived, in order. */
  seen: Seen[]
}

/** @param told what a call of a model shall report; the four kinds are disjoint */
export async function startUpstream(
  told: (model: string, number: number) => Told,
): Promise<Upstream> {
  const seen: Seen[] = []
  /** Who waits for the other of two models that `meet`. */
  let waiting: (() => void) | undefined

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as { model?: string; stream?: boolean }
    const { wire, model, stream } = asked(request.url ?? '', body)
    const number = seen.filter((call) => call.model === model).length + 1
    const key = keyOf(request)
    seen.push({ model, wire, number, key })
    const behaviours = model.replace(/\..*/, '').split('-')
    const behaviour = behaviours[Math.min(number, behaviours.length) - 1] as string
    const { type, parts } = answerOf({ wire, model, stream, tokens: told(model, number) })
    const fail = (status: number, message: string, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify({ error: { type: 'some_error', message } }))

    switch (behaviour) {
      case '401':
        // As some providers do, it says the key in its answer.
        return void fail(401, `Incorrect API key provided: ${key}`)
      case '429':
        return void fail(429, 'slow down', { 'retry-after': '7' })
      case '500':
        return void fail(500, 'oops')
      case 'reset':
        return void request.socket.resetAndDestroy()
      case 'never':
        return
      case 'malformed':
        return void response.writeHead(200, { 'content-type': type }).end('{"choices": [{"mess')
      case 'meet':
        if (waiting) waiting()
        else
          await Promise.race([
            new Promise<void>((resolve) => {
              waiting = resolve
            }),
            delay(20_000, undefined, { ref: false }),
          ])
    }
    response.writeHead(200, { 'content-type': type })
    if (behaviour === 'cut' || behaviour === 'hang') {
      response.write(parts[0])
      await delay(50)
      if (behaviour === 'cut') request.socket.destroy()
      return
    }
    for (const part of parts) response.write(part)
    response.end()
  }

  const server = await serveOnLoopback(answer)
  return {
    url: server.url,
    seen,
    async [Symbol.asyncDispose]() {
      await server.close()
    },
  }
}

function asked(url: string, body: { model?: string; stream?: boolean }) {
  const { model = '', stream = false } = body
  if (url.startsWith('/v1/chat/completions')) return { wire: 'openai-chat', model, stream } as const
  if (url.startsWith('/v1/responses')) return { wire: 'openai-responses', model, stream } as const
  if (url.startsWith('/v1/messages')) return { wire: 'anthropic-messages', model, stream } as const
  const [, name, method] = /^\/v1beta\/models\/([^:]+):(\w+)/.exec(url) ?? []
  if (name === undefined) throw new Error(`nobody should ask for ${url}`)
  return { wire: 'gemini-generate', model: name, stream: method !== 'generateContent' } as const
}

function keyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['x-api-key'] ?? headers['x-goog-api-key']
  return key === undefined ? headers.authorization?.replace(/^Bearer /, '') : String(key)
}
