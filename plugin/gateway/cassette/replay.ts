/** Answers a call from a cassette, chunk by chunk as it was recorded, without its pauses. Main process. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { answerWith, type OwnAnswer } from '../answer.ts'
import type { Ending } from '../call.ts'
import type { UnderWay, Watch } from '../watch.ts'
import { decodeWhole } from '../witness.ts'
import type { Recording } from './recording.ts'

export function replay(
  request: IncomingMessage,
  response: ServerResponse,
  find: (body: Buffer) => Recording | string,
  refusal: (reason: string) => OwnAnswer,
  watch: Watch,
): UnderWay {
  let over = false
  const ended = (how: Ending, reason: string | null) => {
    if (over) return
    over = true
    watch.ended(how, reason)
  }
  const parts: Buffer[] = []
  request.on('data', (chunk: Buffer) => {
    parts.push(chunk)
    watch.sent(chunk)
  })
  request.on('end', () => {
    decodeWhole(parts, request.headers['content-encoding'] ?? null, (body) => {
      if (over) return
      const found = find(body)
      if (typeof found === 'string') miss(found)
      else play(found).then(() => ended('complete', null), gone)
    })
  })
  /** Wakes whoever waits for room to write. */
  let wake = () => {}
  const room = () =>
    new Promise<void>((resolve) => {
      wake = resolve
      response.once('drain', resolve)
    })
  const gone = () => {
    ended('clientGone', 'the harness hung up')
    wake()
  }
  request.on('error', () => {}) // a 'close' of the response follows
  response.on('error', gone)
  response.on('close', gone)

  function miss(reason: string): void {
    const answer = refusal(reason)
    watch.answered(answer.status, Object.entries(answer.headers).flat())
    watch.received(Buffer.from(answer.body))
    answerWith(response, answer)
    ended('complete', reason)
  }

  async function play({ answer }: Recording): Promise<void> {
    const headers = answer.headers.flat()
    response.sendDate = false
    response.writeHead(answer.status, headers)
    watch.answered(answer.status, headers)
    for (const recorded of answer.chunks) {
      const chunk =
        typeof recorded === 'string'
          ? Buffer.from(recorded)
          : Buffer.from(recorded.base64, 'base64')
      if (over) return
      const isFull = !response.write(chunk)
      watch.received(chunk)
      if (isFull) await room()
      // What is written in one turn goes out as one.
      else await turn()
    }
    response.end()
  }

  return {
    cut(reason) {
      ended('cut', reason)
      if (response.headersSent) response.destroy()
      else answerWith(response, refusal(reason))
    },
  }
}
