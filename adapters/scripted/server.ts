/**
 * The scripted model: a server that speaks the providers' wire formats (aimock does) and answers what
 * a script says. Runs in the main process, behind the gateway.
 *
 * The address decides which script is followed: `<url>/<suite>/<model>/<task>.<repetition>/v1/messages`. The
 * gateway alone knows it, so that a harness does not learn which sample it is.
 *
 * Cached tokens arrive with OpenAI's chat completions only; the other formats tell them as input.
 */
import type { RequestListener, Server } from 'node:http'
import { type ChatCompletionRequest, createServer, type FixtureResponse } from '@copilotkit/aimock'
import { answer, answersIn, refusal } from './answer.ts'
import { createCap } from './cap.ts'
import { inPlainWords } from './plain-request.ts'
import type { Script } from './script.ts'

export interface Scripted {
  /** Followed by a script's name it is the base address of a provider. */
  url: string
  close(): Promise<void>
}

/** Where the models are; aimock's own doors, such as its journal, stay shut. */
const modelPaths =
  /^\/(v1\/(chat\/completions|responses|messages(\/count_tokens)?|models)|v1beta\/models(\/[^/]+)?)$/

/** In OpenRouter's dialect of chat completions, aimock tells cached tokens too. */
const chat = '/v1/chat/completions'
const chatWithCache = '/api/v1/chat/completions'

/** Stands behind a script's name when the request is Gemini's. */
const gemini = ' gemini'

/** @param scripts by name, `<suite>/<model>/<task>.<repetition>` */
export async function startScripted(scripts: Record<string, Script>): Promise<Scripted> {
  const instance = await createServer([{ match: {}, response: reply }], {
    host: '127.0.0.1',
    port: 0,
    logLevel: 'silent',
    journalMaxEntries: 1,
  })
  const goesRound = createCap()
  function reply(request: ChatCompletionRequest): FixtureResponse {
    const context = request._context as string
    const turn = answersIn(request.messages)
    if (goesRound(context, turn, request))
      return refusal(`answer ${turn + 1} was asked for again and again; this goes round in circles`)
    const answered = answer(scripts[context.replace(gemini, '')] as Script, request)
    // aimock says FUNCTION_CALL here, a word that Gemini does not have.
    return context.endsWith(gemini) ? { ...answered, finishReason: 'stop' } : answered
  }
  route(instance.server, Object.keys(scripts))
  return {
    url: instance.url,
    close: () =>
      new Promise((resolve, reject) => {
        instance.server.close((error) => (error ? reject(error) : resolve()))
        instance.server.closeAllConnections()
      }),
  }
}

/** Puts the script's name where aimock looks for it, and lets nothing else through. */
function route(server: Server, names: string[]): void {
  const [serve] = server.listeners('request') as [RequestListener]
  server.removeAllListeners('request')
  server.removeAllListeners('upgrade')
  server.on('request', (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
    const name = names.find((name) => pathname.startsWith(`/${name}/`))
    const below = pathname.slice((name?.length ?? 0) + 1)
    if (name === undefined || !modelPaths.test(below)) {
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ error: { message: 'no script is here', type: 'not_found_error' } }),
      )
      return
    }
    for (const header of Object.keys(request.headers))
      if (header.startsWith('x-aimock-') || header === 'x-test-id') delete request.headers[header]
    request.headers['x-aimock-context'] = below.startsWith('/v1beta/') ? name + gemini : name
    request.url = (below === chat ? chatWithCache : below) + search
    if (request.method !== 'POST') return serve(request, response)
    inPlainWords(request, response).then(
      (plain) => serve(plain as typeof request, response),
      // Whoever asked has gone in the middle of it.
      () => response.destroy(),
    )
  })
}
