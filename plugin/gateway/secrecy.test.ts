/** Where a harness that looks for the real key finds it, and where not. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { workerEnvironment } from '../run/environment.ts'
import { hostile } from './fixtures/hostile.ts'
import { ask, temporaryFolder } from './fixtures/metered.ts'

const key = 'sk-real-key-0123456789-abcdefghijkl'
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

test('a key that was put into the process at run time, as from a .env file, is found nowhere', async () => {
  const { found, env, looked } = await pry('atRunTime')
  expect(found).toEqual([])
  expect(JSON.stringify(env)).not.toContain(key)
  // The books, bodies of two calls, its own environment at least.
  expect(looked).toBeGreaterThanOrEqual(5)
})

// No process can take back the environment that it was started with, and the same user may read it.
test.skipIf(process.platform !== 'linux')(
  'a key in the environment that the main process was started with: there, and nowhere else',
  async () => {
    const { found, env, parent } = await pry('atStart')
    expect(found).toEqual([parent])
    expect(JSON.stringify(env)).not.toContain(key)
  },
)

/** A gateway in a main process, two calls of which one is answered with the key, and a harness that pries. */
async function pry(when: 'atStart' | 'atRunTime') {
  const upstream = await hostile()
  const folder = temporaryFolder()
  const elsewhere = temporaryFolder()
  const envFile = path.join(elsewhere, '.env')
  writeFileSync(envFile, `REAL_KEY=${key}\n`)
  const temporary = temporaryFolder()
  const { PATH = '' } = process.env
  const main = fork(here('./fixtures/main.ts'), [upstream.url, path.join(folder, 'calls.jsonl')], {
    env: { PATH, TMPDIR: temporary, ...(when === 'atStart' ? { REAL_KEY: key } : {}) },
    execArgv: when === 'atStart' ? [] : [`--env-file=${envFile}`],
  })
  onTestFinished(() => void main.kill('SIGKILL'))
  const [url] = await once(main, 'message')
  expect((await ask(url, 'echo')).status).toBe(200)
  await ask(url, 'resets').catch(() => {})
  expect(upstream.seen.map(({ headers }) => headers.authorization)).toContain(`Bearer ${key}`)
  return harness(main, { MODEL_URL: url }, [folder, temporary])
}

/** Started by the main process, with what an adapter’s process gets. */
async function harness(main: ChildProcess, env: Record<string, string>, folders: string[]) {
  const half = Math.floor(key.length / 2)
  const args = [here('./fixtures/prying.ts'), key.slice(0, half), key.slice(half), ...folders]
  main.send({ args, env: { ...workerEnvironment([], '/nowhere'), ...env } })
  const [printed] = await once(main, 'message')
  return JSON.parse(printed)
}
