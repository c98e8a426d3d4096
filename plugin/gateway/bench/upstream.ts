/**
 * A stand-in for a provider that answers as fast as it can, in a process of its own.
 * `…/chat/completions` answers with one document, or with a stream of as many events as the header
 * `x-events` says; `/bulk` with as many megabytes as `x-megabytes` says. `x-delay` makes it think for so
 * many milliseconds, and `x-thought` says for how long it really did. Not published.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const usage = { prompt_tokens: 1200, completion_tokens: 300, total_tokens: 1500 }
const named = { id: 'chatcmpl-1', created: 1, model: 'gpt-4o' }
const document = JSON.stringify({
  ...named,
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      message: { role: 'assistant', content: 'word '.repeat(300) },
    },
  ],
  usage,
})
const chunk = (choices: unknown[], more = {}) =>
  `data: ${JSON.stringify({ ...named, object: 'chat.completion.chunk', choices, ...more })}\n\n`
const event = chunk([
  { index: 0, delta: { content: ' some words of an answer' }, finish_reason: null },
])
const ending = `${chunk([{ index: 0, delta: {}, finish_reason: 'stop' }])}${chunk([], { usage })}data: [DONE]\n\n`
const block = Buffer.alloc(64 * 1024, 'x')

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const delay = Number(request.headers['x-delay'] ?? 0)
    const begun = performance.now()
    const reply = () => {
      response.setHeader('x-thought', performance.now() - begun)
      answer(request, response)
    }
    if (delay > 0) setTimeout(reply, delay)
    else reply()
  })
})

function answer(request: IncomingMessage, response: ServerResponse): void {
  const events = Number(request.headers['x-events'] ?? 0)
  if (request.url === '/bulk') {
    response.setHeader('content-type', 'application/octet-stream')
    void many(response, block, Number(request.headers['x-megabytes']) * 16, '')
  } else if (events > 0) {
    response.setHeader('content-type', 'text/event-stream')
    void many(response, event, events, ending)
  } else {
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-length', document.length)
    response.end(document)
  }
}

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

/** One write an event, as a model server does it. */
async function many(
  response: ServerResponse,
  part: string | Buffer,
  times: number,
  last: string,
): Promise<void> {
  for (let done = 0; done < times; done++) {
    if (!response.write(part)) await new Promise((resolve) => response.once('drain', resolve))
    // Each goes out by itself: writes of one turn would be sent together.
    else if (typeof part === 'string') await new Promise(setImmediate)
  }
  response.end(last)
}
