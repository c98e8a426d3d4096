/** Whose fault it was that a turn failed. */
import { APICallError, RetryError } from 'ai'

/** The request was wrong: of what the harness sent, the provider could make nothing. */
const refused = [400, 404, 405, 413, 415, 422]

export interface Failure {
  /** The provider or the way to it, and not what the harness sent. */
  ofProvider: boolean
  message: string
}

export function failureOf(error: unknown): Failure {
  const cause = RetryError.isInstance(error) ? error.lastError : error
  if (!APICallError.isInstance(cause)) return { ofProvider: false, message: messageOf(cause) }
  const { statusCode, message } = cause
  const said = statusCode === undefined ? message : `status ${statusCode}: ${message}`
  return {
    ofProvider: statusCode === undefined || !refused.includes(statusCode),
    message: `a call of the model failed (${said})`,
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
