/** Reads the copy of an answer, whatever its wire format. Pure; any process. */
import { objectAt } from '../json.ts'
import { tokensOf } from '../usage/tokens.ts'
import type { AnswerFacts, AnswerReader, WireName } from '../wire.ts'
import { documentReader } from './documents.ts'
import { eventReader } from './events.ts'
import { type ToolCalls, toolCalls } from './tool-calls.ts'

/** Characters kept of a provider's error. */
const MESSAGE_LIMIT = 2000

/** What is known so far; a wire format writes into it. */
export interface Draft {
  model: string | null
  finish: string | null
  usage: object | null
  /** The count of the output is but a beginning: unknown, unless more of the answer comes. */
  outputOpen: boolean
  error: AnswerFacts['error']
  complete: boolean
  calls: ToolCalls
}

/** How a wire format reads an answer. */
export interface AnswerFormat {
  /** One event of a stream, parsed; the text `[DONE]` as it is. */
  event(value: unknown, draft: Draft): void
  /**
   * Whether an event can be passed over unparsed: pieces of text, of which a stream has thousands.
   * Quotes within a JSON string are escaped, so that what a model writes cannot look like a key.
   */
  isPlainText?(data: string, draft: Draft): boolean
  /** An answer of one document. */
  document(value: unknown, draft: Draft): void
}

export function answerReader(
  wire: WireName,
  format: AnswerFormat,
  contentType: string | null,
): AnswerReader {
  const draft: Draft = {
    model: null,
    finish: null,
    usage: null,
    outputOpen: false,
    error: null,
    complete: false,
    calls: toolCalls(),
  }
  let source: { push(chunk: Uint8Array): void; plain?: () => string | null } | null = null

  /** What a server sends may have any shape; a meter that throws would cost a sample. */
  function guarded(read: () => void) {
    try {
      read()
    } catch {
      // Not JSON, or JSON nested beyond all measure: this piece tells nothing.
    }
  }
  const openDocument = () =>
    documentReader({
      value: (value, element) =>
        guarded(() => (element ? format.event(value, draft) : format.document(value, draft))),
      end: () => {
        draft.complete = true
      },
    })
  const openEvents = () =>
    eventReader((data) => {
      if (format.isPlainText?.(data, draft)) return
      guarded(() => format.event(data === '[DONE]' ? data : JSON.parse(data), draft))
    })

  return {
    push(chunk) {
      if (source === null) {
        const first = chunk.find(tellsSomething)
        if (first === undefined) return
        source = isDocument(contentType, first) ? openDocument() : openEvents()
      }
      source.push(chunk)
    },
    facts() {
      const tokens = tokensOf(wire, draft.usage)
      const plain = source?.plain?.() ?? null
      const error = draft.error ?? (plain === null ? null : { type: null, message: plain })
      return {
        model: draft.model,
        toolCalls: draft.calls.list(),
        finish: draft.finish,
        tokens: draft.outputOpen ? { ...tokens, output: null } : tokens,
        usage: draft.usage,
        error: error && { ...error, message: error.message.slice(0, MESSAGE_LIMIT) },
        complete: draft.complete,
      }
    },
  }
}

/** Blanks and a byte order mark say nothing about what comes. */
const tellsSomething = (byte: number) => byte > 0x20 && ![0xef, 0xbb, 0xbf].includes(byte)

/** An error often comes as JSON under the name of a stream, so a first bracket decides. */
function isDocument(contentType: string | null, first: number): boolean {
  if (first === 0x7b || first === 0x5b) return true
  return /^(?!.*event-stream).*(json|text|html|xml)/i.test(contentType ?? '')
}

/** Takes a usage object if there is one: what came before it is thereby counted once only. */
export function takeUsage(draft: Draft, ...candidates: unknown[]): void {
  for (const candidate of candidates) {
    const usage = objectAt(candidate)
    if (usage === null) continue
    draft.usage = usage
    return
  }
}

/** An error's type as text, where a provider gives a text or a number. */
export function errorType(...candidates: unknown[]): string | null {
  const found = candidates.find(
    (value) => (typeof value === 'string' && value !== '') || typeof value === 'number',
  )
  return found === undefined ? null : String(found)
}
