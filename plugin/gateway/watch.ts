/** What is told of a call while it goes on, to whoever keeps a copy. Main process. */
import type { Ending } from './call.ts'
import type { RawHeaders } from './headers.ts'

/** None of these may throw, or change a chunk. */
export interface Watch {
  /** A part of the request's body. */
  sent(chunk: Buffer): void
  /** The answer's head. */
  answered(status: number, headers: RawHeaders): void
  /** A part of the answer's body. */
  received(chunk: Buffer): void
  /** Told once, and last. */
  ended(how: Ending, reason: string | null): void
}

/** A call under way. */
export interface UnderWay {
  /** Ends it; the harness is told `reason` if it has heard nothing yet, and is hung up on otherwise. */
  cut(reason: string): void
}

export function both(first: Watch, second: Watch): Watch {
  return {
    sent(chunk) {
      first.sent(chunk)
      second.sent(chunk)
    },
    answered(status, headers) {
      first.answered(status, headers)
      second.answered(status, headers)
    },
    received(chunk) {
      first.received(chunk)
      second.received(chunk)
    },
    ended(how, reason) {
      first.ended(how, reason)
      second.ended(how, reason)
    },
  }
}
