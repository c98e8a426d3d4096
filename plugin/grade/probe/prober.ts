/**
 * Probes builds: each probe in a fresh copy, in a child process, within a time limit, and with a
 * second try alone before the machine is blamed or a hang is believed. Runs in the main process.
 */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serialize } from 'node:v8'
import { type Start, start } from '../../process/start.ts'
import { copyTree } from '../../tree/copy.ts'
import type { Ignore } from '../../tree/ignore.ts'
import { environment } from './environment.ts'
import { createGate } from './gate.ts'
import { openScratch, type Place, remove, type Scratch } from './scratch.ts'
import { type Settled, settle } from './settle.ts'
import type { ProbeResult, ProbeSpec } from './spec.ts'

export type ProberOptions = {
  /** How many probes run at once. */
  concurrency: number
  /** Wall-clock limit of a probe; 180 unless given. */
  seconds?: number
  /** What is not part of a build and not copied. */
  ignore: Ignore
}

export type Prober = {
  /**
   * @param build absolute path of the tree to ask; it is only read
   * @returns never rejects: what goes wrong is in the result
   */
  probe(build: string, spec: ProbeSpec): Promise<ProbeResult>
  /** Stops what runs, removes every folder; probes from now on are `ungraded`. */
  close(): Promise<void>
}

const megabyte = 1024 * 1024
const keptOutput = megabyte
const keptAnswer = 64 * megabyte

// The child's entry is a neighbour, as .ts here and as .js where it is published.
const entry = fileURLToPath(new URL(`./child${extname(import.meta.url)}`, import.meta.url))

export function createProber({ concurrency, seconds = 180, ignore }: ProberOptions): Prober {
  const gate = createGate(concurrency)
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  let scratch: Scratch | undefined

  async function probe(build: string, spec: ProbeSpec): Promise<ProbeResult> {
    const first = await gate.shared(() => attempt(build, spec))
    if (!first.isDoubtful || closing.signal.aborted) return first.result
    return (await gate.alone(() => attempt(build, spec))).result
  }

  async function attempt(build: string, spec: ProbeSpec): Promise<Settled> {
    if (closing.signal.aborted) return stopped
    let place: Place | undefined
    try {
      scratch ??= openScratch()
      place = scratch.place()
      await copyTree(build, place.work, ignore)
      const end = await start({ ...plan(spec, place), seconds, stop: closing.signal })
      return settle(spec, place, seconds, end)
    } catch (error) {
      const reason = `the build could not be copied: ${(error as Error).message}`
      return { result: { status: 'ungraded', reason }, isDoubtful: true }
    } finally {
      if (place) await remove(place.root)
    }
  }

  return {
    probe(build, spec) {
      const result = probe(build, spec)
      running.add(result)
      result.finally(() => running.delete(result))
      return result
    },
    async close() {
      closing.abort()
      await Promise.all(running)
      await scratch?.close()
    },
  }
}

const stopped: Settled = {
  result: { status: 'ungraded', reason: 'grading was stopped before the probe began' },
  isDoubtful: false,
}

function plan(spec: ProbeSpec, place: Place): Omit<Start, 'seconds' | 'stop'> {
  const common = { cwd: place.work, marker: place.root, keepStderr: keptOutput }
  if (spec.kind === 'call') {
    return {
      ...common,
      command: process.execPath,
      args: [entry],
      env: environment(place.home, place.temp),
      input: serialize(spec),
      keepStdout: null,
      keepAnswer: keptAnswer,
    }
  }
  const [command = '', ...args] = spec.argv
  return {
    ...common,
    command: command === 'node' ? process.execPath : command,
    args,
    env: environment(place.home, place.temp, spec.env),
    ...(spec.stdin !== undefined && { input: spec.stdin }),
    keepStdout: keptOutput,
  }
}
