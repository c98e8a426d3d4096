/** Where a harness that looks for the real key finds it, and that nothing of it is kept or printed. */
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { meteredOptions } from './metered.ts'
import { makeProject } from './project.ts'
import { makeRuns } from './started.ts'
import { startUpstream } from './upstream.ts'

const program = fileURLToPath(new URL('./fixtures/prying.ts', import.meta.url))
const keys = {
  /** In the environment with which the run is started. */
  atStart: 'sk-given-at-start-0123456789-abcdef',
  /** Read from a file by the config. */
  atRunTime: 'sk-read-at-run-time-0123456789-abcdef',
}

test('the real key reaches the provider, and no harness, book, body or stream', async () => {
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'elsewhere-'))
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }))
  await writeFile(path.join(elsewhere, '.env'), `KEY_AT_RUN_TIME=${keys.atRunTime}\n`)
  await using upstream = await startUpstream(() => ({
    input: 10,
    output: 20,
    cacheRead: 0,
    cacheWrite: 0,
  }))
  const { providers, ...options } = meteredOptions(upstream.url)
  const { openai } = providers
  const pries = (provider: 'atStart' | 'atRunTime') => {
    const half = keys[provider].length / 2
    const halves = [keys[provider].slice(0, half), keys[provider].slice(half)]
    const argv = ['node', program, `{url:${provider}}`, '{key}', ...halves, 'STORE']
    return { name: provider, adapter: 'command', options: { argv } }
  }
  const config = JSON.stringify({
    ...options,
    repetitions: 1,
    keepBodies: true,
    providers: {
      atStart: { ...openai, keyFrom: 'KEY_AT_START' },
      atRunTime: { ...openai, keyFrom: 'KEY_AT_RUN_TIME' },
    },
    conditions: [pries('atStart'), pries('atRunTime')],
  })
  await using project = await makeProject({
    source: `(process.loadEnvFile(${JSON.stringify(path.join(elsewhere, '.env'))}),
      JSON.parse(${JSON.stringify(config)}.replaceAll('STORE', process.cwd() + '/.harnessbench')))`,
  })
  await using runs = await makeRuns(project.folder, { KEY_AT_START: keys.atStart })
  const run = runs.start(['run'])
  const { exitCode, output } = await run.ended
  expect(exitCode, output).toBe(0)

  const store = path.join(project.folder, '.harnessbench')
  const printed = async (condition: string) =>
    readFile(path.join(store, `samples/tiny/tiny/${condition}/fix/1/attempts/1/output.txt`), 'utf8')
  const found = async (condition: string) =>
    [...(await printed(condition)).matchAll(/^found: (.*)$/gm)].map(([, place]) => place)
  // No process can take back the environment that it was started with, and the same user may read it.
  expect(await found('atStart')).toEqual(
    existsSync('/proc/self/environ') ? [`/proc/${run.process.pid}/environ`] : [],
  )
  expect(await found('atRunTime')).toEqual([])
  expect(await printed('atRunTime')).toMatch(/^looked in \d{2,} files\n$/)

  for (const key of Object.values(keys)) {
    expect(upstream.seen.filter((call) => call.key === key)).toHaveLength(2)
    expect(output).not.toContain(key)
    let read = 0
    for (const entry of await readdir(store, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = path.join(entry.parentPath, entry.name)
      expect((await readFile(file)).includes(key), file).toBe(false)
      read++
    }
    expect(read).toBeGreaterThan(20)
  }
  // The provider said it, and the body was kept.
  const answer = path.join(store, 'samples/tiny/tiny/atStart/fix/1/attempts/1/bodies/2.answer')
  expect(await readFile(answer, 'utf8')).toContain('Incorrect API key provided: ***')
})
