/**
 * Makes the line of one call out of what passes by: keeps the request, lets the wire format read the
 * answer, and when both are over brings it all together. Main process.
 */
import type { Begun, Call, Ending } from './call.ts'
import { costOf } from './cost.ts'
import { type Decoder, decoder } from './decode.ts'
import { header, type RawHeaders } from './headers.ts'
import type { Prices } from './prices.ts'
import type { Watch } from './watch.ts'
import type { AnswerFacts, AnswerReader, RequestFacts, Wire } from './wire/wire.ts'

/** A larger request is passed on, but not read. */
const largestRequest = 32 * 1024 * 1024

export interface Account {
  call: Omit<Call, 'retries'>
  /** Decoded. */
  requestBody: Buffer
}

export interface WitnessConfig {
  begun: Begun
  wire: Wire
  /** As the wire format reads it: with its query. */
  path: string
  /** Content encoding of the request. */
  encoding: string | null
  prices: Prices
  /** A cassette answers, and not a provider. */
  replayed: boolean
  /** A copy of the answer, decoded. */
  onAnswer?(chunk: Buffer): void
  /** Comes at once after the end where nothing has to be decoded. */
  onAccount(account: Account): void
}

export function witness(config: WitnessConfig): Watch {
  const { begun, wire } = config
  const clock = performance.now()
  const requestParts: Buffer[] = []
  const bytes = { request: 0, answer: 0 }
  let status: number | null = null
  let firstByte: number | null = null
  let head: RawHeaders | null = null
  let reader: AnswerReader | null = null
  let answer: Decoder | null = null
  let unread: Buffer[] = []
  const notes: string[] = []

  /** The reading comes after the passing on: what Node was given to write goes out at the end of its turn. */
  function read(): void {
    if (!head) return
    if (!answer) {
      const made = wire.readAnswer(header(head, 'content-type'))
      reader = made
      answer = decoder(header(head, 'content-encoding'), (chunk) => {
        config.onAnswer?.(chunk)
        made.push(chunk)
      })
    }
    const chunks = unread
    unread = []
    for (const chunk of chunks) answer.push(chunk)
  }

  return {
    sent(chunk) {
      bytes.request += chunk.length
      if (bytes.request <= largestRequest) requestParts.push(chunk)
      else requestParts.length = 0
    },
    answered(code, headers) {
      status = code
      head = headers
    },
    received(chunk) {
      firstByte ??= performance.now() - clock
      bytes.answer += chunk.length
      if (unread.push(chunk) === 1) setImmediate(read)
    },
    ended(how, reason) {
      const duration = performance.now() - clock
      read()
      const noteOf = (problem: string | null) => {
        if (problem !== null) notes.push(problem)
      }
      const bring = (requestBody: Buffer) => {
        const request = factsOf(wire, config.path, requestBody, noteOf)
        const facts = reader ? answerOf(reader, noteOf) : noAnswer
        const model = { asked: request.model, answered: facts.model }
        const ending = settleEnding(how, reason, status, begun.free || wire.name === 'none', facts)
        config.onAccount({
          requestBody,
          call: {
            ...begun,
            model,
            stream: request.stream,
            tools: request.tools,
            systemCharacters: request.systemCharacters,
            messages: request.messages,
            toolCalls: facts.toolCalls,
            finish: facts.finish,
            status,
            ...ending,
            overBudget: null,
            error: facts.error,
            bytes,
            firstByteSeconds: firstByte === null ? null : seconds(firstByte),
            seconds: seconds(duration),
            tokens: facts.tokens,
            usage: facts.usage ?? null,
            ...costOf({ ...begun, ...ending, ...facts, status, model }, config.prices),
            replayed: config.replayed,
            note: notes.length === 0 ? null : notes.join('; '),
          },
        })
      }
      const readRequest = (problem: string | null) => {
        noteOf(problem)
        decodeWhole(requestParts, config.encoding, (body, problem) => {
          if (bytes.request > largestRequest) notes.push('the request was too large to be read')
          noteOf(problem)
          bring(body)
        })
      }
      if (answer) answer.end(readRequest)
      else readRequest(null)
    },
  }
}

/** A body in good order may still be broken off, or no answer at all. */
function settleEnding(
  how: Ending,
  reason: string | null,
  status: number | null,
  isNoModelCall: boolean,
  facts: AnswerFacts,
): { ended: Ending; reason: string | null } {
  const isAnswer = how === 'complete' && status !== null && status < 400 && !isNoModelCall
  return isAnswer && !facts.complete
    ? { ended: 'brokenOff', reason: 'the answer is not one, or stops before its end' }
    : { ended: how, reason }
}

function factsOf(
  wire: Wire,
  path: string,
  body: Buffer,
  note: (problem: string) => void,
): RequestFacts {
  try {
    return wire.readRequest(path, body)
  } catch (error) {
    note(`the request could not be read: ${(error as Error).message}`)
    return noRequest
  }
}

function answerOf(reader: AnswerReader, note: (problem: string) => void): AnswerFacts {
  try {
    return reader.facts()
  } catch (error) {
    note(`the answer could not be read: ${(error as Error).message}`)
    return noAnswer
  }
}

/** All of a body that is there already; calls back at once where nothing is encoded. */
export function decodeWhole(
  parts: Buffer[],
  encoding: string | null,
  done: (body: Buffer, problem: string | null) => void,
): void {
  const decoded: Buffer[] = []
  const through = decoder(encoding, (chunk) => decoded.push(chunk))
  for (const part of parts) through.push(part)
  through.end((problem) => {
    done(decoded.length === 1 ? (decoded[0] as Buffer) : Buffer.concat(decoded), problem)
  })
}

const seconds = (milliseconds: number) => Math.round(milliseconds * 1000) / 1e6

const noRequest: RequestFacts = {
  model: null,
  stream: false,
  tools: { count: 0, names: [] },
  systemCharacters: 0,
  messages: { count: 0, characters: 0 },
}

const noAnswer: AnswerFacts = {
  model: null,
  toolCalls: [],
  finish: null,
  tokens: { input: null, output: null, cacheRead: null, cacheWrite: null },
  usage: null,
  error: null,
  complete: false,
}
