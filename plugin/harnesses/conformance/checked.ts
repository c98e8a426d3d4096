/** Every built-in adapter, by each of its doors, and how its conformance is checked. Main process. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisesFor } from '../../conformance/check.ts'
import type { ConformanceOptions } from '../../conformance/options.ts'
import { harnesses } from '../harnesses.ts'
import { missing, subjectsOf } from '../tried/subjects.ts'

export interface Checked {
  /** In the table. */
  name: string
  options: ConformanceOptions
}

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const shellAgent = path.join(repository, 'docs/examples/shell-agent.mjs')
const agent = path.join(repository, 'plugin/conformance/fixtures/agent.ts')

/** Of programs that are not here: only what others of ours do in their places. */
const hostileOnly = promisesFor({ program: () => ({}) })
  .map(({ promise }) => promise)
  .filter((promise) => promise.startsWith('survives a program'))

const metered = { argv: ['node', agent, '{url:conformance}', '{key}'] }
const byCommand = (program: string) => ({ argv: ['node', program] })

const own: Checked[] = [
  { name: 'nothing', options: { adapter: 'nothing' } },
  { name: 'reference', options: { adapter: 'reference' } },
  { name: 'replay', options: { adapter: 'replay', options: { folder: 'replays' } } },
  { name: 'loop', options: { adapter: 'loop' } },
  {
    name: 'command',
    options: { adapter: 'command', options: metered, program: byCommand },
  },
  {
    name: 'acp',
    options: {
      adapter: 'acp',
      options: {
        argv: ['node', shellAgent, '--acp'],
        env: { MODEL_URL: '{url:conformance}/v1', MODEL_KEY: '{key}', MODEL: '{model}' },
      },
      program: byCommand,
    },
  },
]

const notHere: Checked[] = [
  ...['cli', 'acp'].map((door) => ({
    name: `hermes.${door}`,
    options: {
      ...{ adapter: 'hermes', options: { door, path: agent }, only: hostileOnly },
      program: (program: string) => ({ path: program }),
    },
  })),
  {
    name: 'axium',
    options: { adapter: 'axium', options: metered, only: hostileOnly, program: byCommand },
  },
]

/** Those whose program is not installed are not among them; see {@link notInstalled}. */
export async function everyChecked(): Promise<Checked[]> {
  const ofOthers = await subjectsOf(harnesses.map(({ name }) => name))
  return [
    ...own,
    ...ofOthers.map(({ name, harness, options }) => ({
      name,
      options: {
        adapter: harness,
        options,
        program: (program: string) => ({ path: program }),
      },
    })),
    ...notHere,
  ]
}

/** Sentences, by the harness's name. */
export function notInstalled(): Map<string, string> {
  return new Map(
    harnesses.flatMap(({ name }) => {
      const why = missing(name)
      return why === null ? [] : [[name, `${name}: ${why}`] as const]
    }),
  )
}
