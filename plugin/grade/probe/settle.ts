/** Decides what the end of a probe's process says about the build. Runs in the main process. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isBurning, isStarved } from '../../process/cpu.ts'
import type { Ended, NotStarted } from '../../process/start.ts'
import { type Answer, readAnswer } from './answer.ts'
import { lacking } from './lacking.ts'
import type { Place } from './scratch.ts'
import type { ProbeResult, ProbeSpec, Thrown } from './spec.ts'
import { type Veil, veilOf } from './veil.ts'

export type Settled = {
  result: ProbeResult
  /** The apparatus may have had a part in it: worth another try, alone. */
  isDoubtful: boolean
}

const sure = (result: ProbeResult): Settled => ({ result, isDoubtful: false })
const doubtful = (result: ProbeResult): Settled => ({ result, isDoubtful: true })
const failed = (reason: string): ProbeResult => ({ status: 'failed', reason })
const ungraded = (reason: string): ProbeResult => ({ status: 'ungraded', reason })

export function settle(
  spec: ProbeSpec,
  place: Place,
  seconds: number,
  end: Ended | NotStarted,
): Settled {
  if (end.why === 'notStarted') return settleUnstarted(spec, place, end)
  if (end.why === 'stopped') return sure(ungraded('grading was stopped before the probe had ended'))
  const veil = veilOf(place, end.pid)
  const answer = spec.kind === 'call' ? readAnswer(end.answer.bytes) : null
  if (answer && end.answer.cut === 0) return sure(settleAnswer(answer, spec, place, veil))
  if (end.why === 'timedOut') return settleLate(seconds, end)
  // Not by us: by the system for want of memory, or by itself.
  const settled = end.signal === 'SIGKILL' ? doubtful : sure
  return settled(spec.kind === 'run' ? ran(end, place, veil) : unanswered(end, veil))
}

function settleUnstarted(spec: ProbeSpec, place: Place, end: NotStarted): Settled {
  const command = spec.kind === 'run' ? (spec.argv[0] ?? '') : 'node'
  const isOfBuild = /[\\/]/.test(command)
  if (isOfBuild && (end.code === 'ENOENT' || end.code === 'EACCES')) {
    const isThere = existsSync(join(place.work, command))
    return sure(
      failed(`${command} ${isThere ? 'cannot be executed' : 'is not there'} (${end.code})`),
    )
  }
  return doubtful(ungraded(`${command} could not be started: ${veilOf(place).text(end.message)}`))
}

function settleLate(seconds: number, { cpu }: Ended): Settled {
  const limit = `the limit of ${seconds} s`
  if (!cpu) return doubtful(ungraded(`reached ${limit}, and its CPU time is not known`))
  const got = `got ${cpu.got.toFixed(1)} s of CPU time, waited ${cpu.waited.toFixed(1)} s for more`
  if (isStarved(cpu, seconds)) return doubtful(ungraded(`starved of CPU up to ${limit}: ${got}`))
  if (isBurning(cpu, seconds)) return sure(failed(`hung: computed up to ${limit} (${got})`))
  return doubtful(failed(`hung: had not ended at ${limit} (${got})`))
}

function settleAnswer(answer: Answer, spec: ProbeSpec, place: Place, veil: Veil): ProbeResult {
  if (spec.kind !== 'call') throw new Error('only a call is answered')
  const { module, name } = spec
  switch (answer.kind) {
    case 'returned':
      return { status: 'returned', value: veil.value(answer.value) }
    case 'threw':
      return unlessLacking(answer.error, place, {
        status: 'threw',
        error: veil.thrown(answer.error),
      })
    case 'notLoaded': {
      if (!existsSync(join(place.work, module))) return failed(`${module} is not there`)
      const where = answer.where && ` (${answer.where})`
      const reason = `${module} does not load: ${inWords(answer.error)}${where}`
      return unlessLacking(answer.error, place, failed(veil.text(reason)))
    }
    case 'noFunction':
      return failed(`${module}: ${JSON.stringify(name)} ${answer.found}`)
    case 'notPassable':
      return failed(veil.text(`${name} returned what cannot be passed on: ${answer.what}`))
  }
}

const inWords = ({ name, message }: Thrown) => (message ? `${name}: ${message}` : name)

function unlessLacking(error: Thrown, place: Place, result: ProbeResult): ProbeResult {
  const name = lacking(error.message, place.work)
  return name
    ? ungraded(`the package ${name}, which the build depends on, is not installed`)
    : result
}

function ran(end: Ended, place: Place, veil: Veil): ProbeResult {
  const stderr = end.stderr.bytes.toString()
  const result: ProbeResult = {
    status: 'ran',
    exitCode: end.exitCode,
    signal: end.signal,
    stdout: veil.text(end.stdout.bytes.toString()),
    stderr: veil.text(stderr),
    cut: { stdout: end.stdout.cut, stderr: end.stderr.cut },
  }
  return end.exitCode === 0 ? result : unlessLacking({ name: '', message: stderr }, place, result)
}

function unanswered(end: Ended, veil: Veil): ProbeResult {
  if (end.answer.cut > 0) {
    return failed(
      `its answer is larger than ${end.answer.bytes.length} bytes, the most that is read`,
    )
  }
  if (end.answer.bytes.length > 0) return failed('ended in the middle of its answer, or spoilt it')
  if (end.signal) return failed(`was ended by ${end.signal} before answering${said(end, veil)}`)
  if (end.exitCode === 13) {
    return failed('ended before answering: it awaits what nothing is left to settle (exit code 13)')
  }
  return failed(`exited early with code ${end.exitCode} before answering${said(end, veil)}`)
}

/** The line of standard error that names the error, or else the last one. */
function said(end: Ended, veil: Veil): string {
  const lines = end.stderr.bytes
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '')
  const line = lines.findLast((line) => /^\w*Error\b.*:/.test(line)) ?? lines.at(-1)
  return line ? `: ${veil.text(line.trim()).slice(0, 300)}` : ''
}
