/** Bodies of requests and answers beside the books, for whoever asked for them. Main process. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Bytes kept of each. */
const longest = 4 * 1024 * 1024

export interface Bodies {
  answer(chunk: Buffer): void
  /**
   * Writes both: `bodies/12.request` and `bodies/12.answer` beside calls.jsonl.
   * @param hide takes secrets out of a text
   */
  write(request: Buffer, hide: (text: string) => string): void
}

export function keepBodies(callsFile: string, number: number): Bodies {
  const folder = path.join(path.dirname(callsFile), 'bodies')
  const answer: Buffer[] = []
  let kept = 0
  let all = 0
  const save = (name: string, body: Buffer, length: number, hide: (text: string) => string) => {
    const missing = length - body.length
    const note = missing > 0 ? `\n[${missing} more bytes were not kept]\n` : ''
    writeFileSync(path.join(folder, `${number}.${name}`), hide(body.toString()) + note)
  }
  return {
    answer(chunk) {
      all += chunk.length
      const part = chunk.subarray(0, longest - kept)
      if (part.length > 0) answer.push(part)
      kept += part.length
    },
    write(request, hide) {
      mkdirSync(folder, { recursive: true })
      save('request', request.subarray(0, longest), request.length, hide)
      save('answer', Buffer.concat(answer), all, hide)
    },
  }
}
