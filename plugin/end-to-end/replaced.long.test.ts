/** A harness that updates itself while a run goes on: no sample is recorded under a version that it was not. */
import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { HarnessBenchOptions } from '../options.ts'
import { meteredOptions } from './metered.ts'
import { makeProject } from './project.ts'
import { startUpstream } from './upstream.ts'

/** Does as pi does; its first work is to put another one in its place. */
const program = `#!/usr/bin/env node
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
const version = '1.0.0'
if (process.argv.includes('--version')) {
  console.log(version)
  process.exit()
}
const { baseUrl } = JSON.parse(readFileSync(process.env.PI_CODING_AGENT_DIR + '/models.json')).providers.openai
await fetch(baseUrl + '/chat/completions', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'well.1', messages: [{ role: 'user', content: readFileSync(0, 'utf8') }] }),
})
const source = readFileSync(process.argv[1], 'utf8')
if (!source.endsWith('// renewed\\n')) {
  rmSync(process.argv[1])
  writeFileSync(process.argv[1], source.replace(version, NEXT) + '// renewed\\n', { mode: 0o755 })
}
writeFileSync('src/sum.ts', readFileSync('src/sum.ts', 'utf8').replace('a - b', 'a + b'))
console.log(JSON.stringify({ type: 'message_end', message: { role: 'assistant', content: [], stopReason: 'stop' } }))
`

const told = { input: 11, output: 7, cacheRead: 0, cacheWrite: 0 }

async function project(url: string, next: string) {
  const conditions = [
    {
      name: 'pi',
      adapter: 'pi',
      model: 'openai/well.1',
      options: { path: '<here>', wire: 'openai-chat' },
    },
  ]
  const options: HarnessBenchOptions = {
    ...meteredOptions(url),
    repetitions: 2,
    concurrency: 1,
    conditions,
  }
  const made = await makeProject(options, { 'bin/pi': program.replace('NEXT', `'${next}'`) })
  const file = path.join(made.folder, 'bin/pi')
  await chmod(file, 0o755)
  const config = await made.read('vitest.config.ts')
  await made.write({ 'vitest.config.ts': config.replace('<here>', file) })
  return made
}

test('another version: the attempt has no verdict, nothing more is spent, and the next run measures it', async () => {
  await using upstream = await startUpstream(() => told)
  await using updating = await project(upstream.url, '2.0.0')
  const first = await updating.vitest(['run'])
  expect(first.exitCode).toBe(1)
  expect(first.output).toMatch(
    /the program <project>\/bin\/pi was replaced while the run went on: it was `\d+ pi 1\.0\.0`, and is now `\d+ pi 2\.0\.0`; keep it from updating itself, and run again/,
  )
  expect(first.output).toContain('0 of 2 samples measured')
  expect(first.output).not.toContain('attempt 2 of')
  expect(upstream.seen).toHaveLength(1)

  const second = await updating.vitest(['run'])
  expect(second.exitCode).toBe(0)
  const versions = (await updating.records()).map(
    ({ attempts }) => attempts.at(-1)?.adapter.version,
  )
  expect(versions).toEqual([expect.stringMatching(/ pi 2\.0\.0$/), versions[0]])
  expect(upstream.seen).toHaveLength(3)
})

test('another file of the same version is the same program', async () => {
  await using upstream = await startUpstream(() => told)
  await using renewing = await project(upstream.url, '1.0.0')
  const { exitCode, output } = await renewing.vitest(['run'])
  expect(output).toContain('2 of 2 samples measured')
  expect(exitCode).toBe(0)
  expect(await renewing.read('bin/pi')).toContain('// renewed\n')
})
