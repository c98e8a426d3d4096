/**
 * The floor: what a run costs that does nothing but what cannot be left out. One process, one loop:
 * it copies the same trees, starts the same child processes as the traced run did, as many at once,
 * and compares answers with the reference's. Agents talk to the scripted model, without a meter.
 *
 *     node plugin/overhead/floor.ts <folder of a trace> <how many at once> <folder of the package>
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { BegunMessage, RunJob } from '../run/worker.ts'
import { startModel } from './model.ts'
import type { Started, Traced } from './trace.ts'

/** All that happened in one folder, in order: a probe, or an attempt. */
interface Unit {
  root: string
  /** The tree that is copied there first; null for a process without one. */
  tree: string | null
  spawns: { start: Started; input: Buffer | undefined }[]
  forks: { module: string; env: Record<string, string>; messages: unknown[] }[]
}

const [folder = '', atOnce = '1', installed = ''] = process.argv.slice(2)
const units = readTrace(path.join(folder, 'trace.jsonl'))
const isAttempt = ({ forks }: Unit) => forks.length > 0
const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'floor-')))
const answers = new Map<string, unknown>()
const model = units.some(isMetered) ? await startModel(installed) : null
let differing = 0
try {
  // In a run, attempts and probes have places of their own.
  await Promise.all([
    ...lanes(
      units.filter((unit) => !isAttempt(unit)),
      probe,
    ),
    ...lanes(units.filter(isAttempt), attempt),
  ])
} finally {
  rmSync(base, { recursive: true, force: true })
  await model?.close()
}
const attempts = units.filter(isAttempt).length
console.log(JSON.stringify({ probes: units.length - attempts, attempts, differing }))

function lanes(queue: Unit[], work: (unit: Unit) => Promise<void>): Promise<void>[] {
  return Array.from({ length: Number(atOnce) }, async () => {
    for (let unit = queue.shift(); unit; unit = queue.shift()) await work(unit)
  })
}

async function probe(unit: Unit): Promise<void> {
  const root = place(unit)
  for (const { start, input } of unit.spawns) {
    const answer = await ended(start, input, unit.root, root)
    const question = JSON.stringify([start.command, start.args, input?.toString('base64')])
    // Which build is the reference's does not matter here: one comparison for each answer does.
    if (!answers.has(question)) answers.set(question, answer)
    if (!isDeepStrictEqual(answer, answers.get(question))) differing++
  }
  rmSync(root, { recursive: true, force: true })
}

async function attempt(unit: Unit): Promise<void> {
  const root = place(unit)
  for (const { start, input } of unit.spawns) await ended(start, input, unit.root, root)
  for (const { module, env, messages } of unit.forks) {
    const child = fork(module, [], { env: withNode(env), stdio: 'pipe', execArgv: [] })
    for (const message of messages) await told(child, asInRun(moved(message, unit.root, root)))
    child.kill()
    await new Promise((resolve) => child.once('exit', resolve))
  }
  // The final tree is kept, and the workspace is not.
  if (unit.tree)
    cpSync(path.join(root, 'project'), `${root}.kept`, { recursive: true, verbatimSymlinks: true })
  rmSync(root, { recursive: true, force: true })
}

/** Makes the unit's folder anew, under another name of the same length. */
function place({ root, tree, spawns }: Unit): string {
  const own = mkdtempSync(path.join(base, `${path.basename(root).slice(0, 6)}-`))
  for (const name of ['home', 'tmp']) mkdirSync(path.join(own, name))
  const cwd = spawns[0]?.start.cwd
  if (tree && cwd) cpSync(tree, path.join(own, cwd), { recursive: true, verbatimSymlinks: true })
  return own
}

/** @returns all that the process said, in any way, and how it ended */
async function ended(start: Started, input: Buffer | undefined, from: string, to: string) {
  const child = spawn(start.command, moved(start.args, from, to), {
    cwd: path.join(to, start.cwd),
    env: moved(start.env, from, to),
    stdio: start.stdio,
    detached: true,
  })
  const heard = child.stdio.slice(1).map((stream) => {
    const chunks: Buffer[] = []
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
    return chunks
  })
  child.stdin?.on('error', () => {})
  child.stdin?.end(input)
  const [code, signal] = await new Promise<unknown[]>((resolve) =>
    child.once('close', (...how) => resolve(how)),
  )
  return [code, signal, ...heard.map((chunks) => Buffer.concat(chunks).toString('latin1'))]
}

/** Waits for the answer; that an attempt has begun is said before. */
function told(child: ChildProcess, message: unknown): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', function listen(said: Partial<BegunMessage> | null) {
      if (said?.begunAt !== undefined) return
      child.off('message', listen)
      resolve()
    })
    child.send(message as object)
  })
}

/** The same value with every path below one folder put below another. */
function moved<T>(value: T, from: string, to: string): T {
  return from === '' ? value : JSON.parse(JSON.stringify(value).replaceAll(from, to))
}

function readTrace(file: string): Unit[] {
  const units = new Map<string, Unit>()
  const unitOf = (root: string, key = root) => {
    const unit = units.get(key) ?? { root, tree: null, spawns: [], forks: [] }
    units.set(key, unit)
    return unit
  }
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const traced = lines.map((line) => JSON.parse(line) as Traced)
  const inputs = new Map(
    traced.flatMap((line) =>
      line.kind === 'input' ? [[line.id, Buffer.from(line.base64, 'base64')]] : [],
    ),
  )
  for (const line of traced) {
    if (line.kind === 'spawn') {
      const unit = unitOf(line.root)
      unit.tree ??= line.tree
      unit.spawns.push({ start: line.start, input: inputs.get(line.id) })
    }
    if (line.kind === 'fork') {
      const messages = traced.flatMap((other) =>
        other.kind === 'message' && other.id === line.id ? [other] : [],
      )
      // A process that describes an adapter works in no folder.
      const root = messages.find((message) => message.root !== null)?.root ?? ''
      unitOf(root, root || `process ${line.id}`).forks.push({
        module: line.module,
        env: line.env,
        messages: messages.map(({ message }) => withoutStore(message, root)),
      })
    }
  }
  return [...units.values()]
}

function isMetered({ forks }: Unit): boolean {
  return forks.some(({ messages }) => messages.some((message) => accessOf(message) !== undefined))
}

function accessOf(message: unknown): RunJob['context']['gateway'] {
  return (message as { task?: Partial<RunJob> }).task?.context?.gateway
}

/** What the traced run had, and is no more: its copy of Node, and the gateway; the model is called directly. */
function asInRun(message: unknown): unknown {
  const { context } = (message as { task?: Partial<RunJob> }).task ?? {}
  if (!context) return message
  context.env = withNode(context.env)
  if (context.gateway && model) context.gateway.urls = { scripted: model.address(context) }
  return message
}

function withNode(env: Record<string, string>): Record<string, string> {
  return { ...env, PATH: [path.dirname(process.execPath), env.PATH].join(path.delimiter) }
}

/** A harness's output goes beside its workspace: the store of the traced run is no more. */
function withoutStore(message: unknown, root: string): unknown {
  const { task } = message as { task?: { output?: string } }
  return task?.output
    ? { ...(message as object), task: { ...task, output: path.join(root, 'output.txt') } }
    : message
}
