/**
 * What happens in the room: the model's server and the name server are started, then Vitest, and what is
 * left is looked at. A process of its own: `node inside.ts <folder with job.json>`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { readScripts } from '../../../../adapters/scripted/script.ts'
import { type Heard, startModel } from '../model/server.ts'
import { type Asked, startNames } from './names.ts'

export interface Job {
  isSealed: boolean
  /** The project's folder, and the words that Vitest is given. */
  project: string
  words: string[]
  /** Absolute path to content: files that are there before anything else is. */
  planted: Record<string, string>
}

export interface Found {
  exitCode: number | undefined
  output: string
  heard: Heard[]
  asked: Asked[]
  /** Commands that still ran. */
  left: string[]
}

const repository = fileURLToPath(new URL('../../../..', import.meta.url))

const folder = process.argv[2] as string
const job: Job = JSON.parse(readFileSync(path.join(folder, 'job.json'), 'utf8'))

for (const [file, content] of Object.entries(job.planted)) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}

const scripts = await readScripts(path.join(repository, 'bench/shopkit/scripts'), 'shopkit')
const names = job.isSealed ? await startNames() : null
await using model = await startModel({
  ...scripts,
  question: {
    does: 'answers a question, and the next one',
    turns: [
      { say: 'Four.', calls: [] },
      { say: 'Seven.', calls: [] },
    ],
  },
  command: {
    does: 'runs a command that makes a file',
    turns: [
      { calls: [{ run: { command: 'echo made > made.txt' } }] },
      { say: 'I have tried.', calls: [] },
    ],
  },
  write: {
    does: 'makes a file',
    turns: [
      { calls: [{ write: { path: 'made.txt', content: 'made' } }] },
      { say: 'I have tried.', calls: [] },
    ],
  },
})
const result = await execa(
  process.execPath,
  [path.join(repository, 'node_modules/vitest/vitest.mjs'), ...job.words],
  {
    cwd: job.project,
    stdin: 'ignore',
    all: true,
    reject: false,
    maxBuffer: 50_000_000,
    env: {
      MODEL_URL: model.url,
      NO_COLOR: '1',
      // What the outer Vitest told its workers is not for the inner one.
      ...Object.fromEntries(
        ['FORCE_COLOR', 'VITEST', 'VITEST_MODE', 'TEST', 'NODE_ENV', 'NODE_OPTIONS'].map((name) => [
          name,
          undefined,
        ]),
      ),
    },
  },
)
const found: Found = {
  exitCode: result.exitCode,
  output: result.all,
  heard: model.heard,
  asked: names?.asked ?? [],
  left: job.isSealed ? processesLeft() : [],
}
writeFileSync(path.join(folder, 'found.json'), JSON.stringify(found))
names?.close()

/** All that the room holds, but for this process and what it was started by. */
function processesLeft(): string[] {
  const own = new Set(ancestors(process.pid))
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && !own.has(Number(name)))
    .map((name) => read(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim())
    .filter((command) => command !== '')
}

function ancestors(pid: number): number[] {
  if (pid === 0) return []
  const parent = /^PPid:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]
  return [pid, ...ancestors(Number(parent ?? 0))]
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
