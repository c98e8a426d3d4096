/**
 * A folder of recorded calls, one readable JSON file each: `0001.json`, in the order in which they
 * began. Not aimock’s recorder: it matches a request by its last user message only, and keeps a
 * stream as one collapsed text. Main process.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { RawHeaders } from '../headers.ts'
import type { Watch } from '../watch.ts'
import { decodeWhole } from '../witness.ts'
import { nearest } from './nearest.ts'
import { normalised } from './normalise.ts'
import { isKept, type Recording, recordingSchema } from './recording.ts'

export interface Asked {
  method: string
  /** With its query. */
  path: string
}

export interface Cassette {
  mode: 'record' | 'replay'
  /** Why it can take no further recording. */
  readonly fault: string | null
  /** Records a call, if it is answered to its end. @param hide takes secrets out of a text */
  record(asked: Asked, encoding: string | null, hide: (text: string) => string): Watch
  /**
   * The recording of this request; of several, for each sample the next one in order, and first what
   * the fewest samples had. A string says why there is none.
   * @param sample tells samples apart
   * @param body decoded
   */
  find(sample: string, asked: Asked, body: Buffer): Recording | string
}

interface Entry {
  name: string
  text: string
  recording: Recording
  /** Samples that had it. */
  users: Set<string>
}

/** @throws when there is nothing to replay, or a file is no recording */
export function openCassette(folder: string, mode: Cassette['mode']): Cassette {
  if (mode === 'record') mkdirSync(folder, { recursive: true })
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^\d+\.json$/.test(name))
    : []
  if (mode === 'replay' && names.length === 0)
    throw new Error(`the cassette ${folder} holds no recorded call; record it first`)
  const entries =
    mode === 'replay'
      ? names.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)).map(load)
      : []
  let next = Math.max(0, ...names.map((name) => Number.parseInt(name, 10))) + 1

  function load(name: string): Entry {
    const file = path.join(folder, name)
    try {
      const recording = recordingSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
      return { name, text: textOf(recording, recording.request), recording, users: new Set() }
    } catch (error) {
      throw new Error(
        `${file} is no recorded call that this version replays (${(error as Error).message}); record it anew`,
      )
    }
  }

  let fault: string | null = null

  return {
    mode,
    get fault() {
      return fault
    },

    record(asked, encoding, hide) {
      const number = next++
      const sent: Buffer[] = []
      const chunks: Recording['answer']['chunks'] = []
      let head: { status: number; headers: RawHeaders } | null = null
      return {
        sent: (chunk) => void sent.push(chunk),
        answered(status, headers) {
          head = { status, headers }
        },
        received: (chunk) => void chunks.push(written(chunk)),
        ended(how) {
          if (how !== 'complete' || !head) return
          const { status, headers } = head
          decodeWhole(sent, encoding, (body) => {
            const recording: Recording = {
              format: 1,
              recordedAt: new Date().toISOString(),
              ...asked,
              request: normalised(body),
              answer: { status, headers: keptOf(headers), chunks },
            }
            const file = path.join(folder, `${String(number).padStart(4, '0')}.json`)
            try {
              writeFileSync(file, hide(`${JSON.stringify(recording, null, 2)}\n`))
            } catch (error) {
              fault ??= `the cassette ${folder} cannot be written (${(error as Error).message})`
            }
          })
        },
      }
    },

    find(sample, asked, body) {
      const text = textOf(asked, normalised(body))
      const same = entries.filter((entry) => entry.text === text)
      const [entry] = same
        .filter(({ users }) => !users.has(sample))
        .sort((a, b) => a.users.size - b.users.size)
      if (entry) {
        entry.users.add(sample)
        return entry.recording
      }
      const miss = `the cassette ${path.basename(folder)} holds no answer to this request`
      if (same.length > 0)
        return `${miss} any more: it was recorded ${same.length} times (${same.map(({ name }) => name).join(', ')}), and asked once more by one sample`
      const found = nearest(text, entries)
      return found
        ? `${miss}; the nearest is ${found.candidate.name} (- recorded, + asked):\n${found.difference}`
        : miss
    },
  }
}

function textOf({ method, path }: Asked, request: unknown): string {
  return `${method} ${path}\n${JSON.stringify(request, null, 1)}`
}

function written(chunk: Buffer): Recording['answer']['chunks'][number] {
  const text = chunk.toString()
  return Buffer.from(text).equals(chunk) ? text : { base64: chunk.toString('base64') }
}

function keptOf(headers: RawHeaders): [string, string][] {
  const kept: [string, string][] = []
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] as string
    if (isKept(name)) kept.push([name, headers[at + 1] as string])
  }
  return kept
}
