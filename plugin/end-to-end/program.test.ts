/** A preset drives its program through a whole run: metered, traced, its version asked. */
import { chmod, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import type { HarnessBenchOptions } from '../options.ts'
import { meteredOptions } from './metered.ts'
import { makeProject } from './project.ts'
import { startUpstream } from './upstream.ts'

/** Does as pi does: finds its model in its own folder, calls it, edits, and prints events. */
const program = `#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs'
if (process.argv.includes('--version')) {
  console.log('9.8.7')
  process.exit()
}
const print = (event) => console.log(JSON.stringify(event))
const brief = readFileSync(0, 'utf8')
const { providers } = JSON.parse(readFileSync(process.env.PI_CODING_AGENT_DIR + '/models.json'))
const { baseUrl, apiKey, models } = providers.openai
const answer = await fetch(baseUrl + '/chat/completions', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + apiKey, 'content-type': 'application/json' },
  body: JSON.stringify({ model: models[0].id, messages: [{ role: 'user', content: brief }] }),
})
const { usage } = await answer.json()
const args = { path: 'src/sum.ts', brief }
print({ type: 'tool_execution_start', toolCallId: '1', toolName: 'edit', args })
writeFileSync('src/sum.ts', readFileSync('src/sum.ts', 'utf8').replace('a - b', 'a + b'))
print({ type: 'tool_execution_end', toolCallId: '1', toolName: 'edit', isError: false })
print({ type: 'message_end', message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }],
  usage: { input: 999 }, stopReason: 'stop' } })
`

const told = { input: 11, output: 7, cacheRead: 0, cacheWrite: 0 }

test('a preset’s program is metered and traced; where it lies makes no sample stale', async () => {
  await using upstream = await startUpstream(() => told)
  const options = (file: string): HarnessBenchOptions => ({
    ...meteredOptions(upstream.url),
    repetitions: 1,
    conditions: [
      {
        name: 'pi',
        adapter: 'pi',
        model: 'openai/well.1',
        options: { path: file, wire: 'openai-chat' },
      },
    ],
  })
  await using project = await makeProject(options('bin/pi'), { 'bin/pi': program })
  const config = await project.read('vitest.config.ts')
  const at = (place: string) =>
    project.write({
      'vitest.config.ts': config.replace(
        '"bin/pi"',
        JSON.stringify(path.join(project.folder, place)),
      ),
    })
  await chmod(path.join(project.folder, 'bin/pi'), 0o755)
  await at('bin/pi')
  const { exitCode, output } = await project.vitest(['run'])
  expect(output).toContain('1 of 1')
  expect(exitCode).toBe(0)
  const [record] = await project.records()
  expect(record).toMatchObject({
    outcome: 'finished',
    change: { fraction: 1 },
    usage: { calls: 1, tokens: told, claimedBy: 'meter' },
    litter: [],
    attempts: [
      {
        adapter: { name: 'pi', version: expect.stringMatching(/^\d+ pi 9\.8\.7$/) },
        claim: { calls: 1, tokens: { input: 999, output: null } },
      },
    ],
  })

  const store = path.join(project.folder, '.harnessbench')
  const samples = path.join(store, 'samples/tiny/tiny/pi/fix/1/attempts')
  expect((await readdir(path.join(samples, '1'))).sort()).toContain('trace.jsonl')
  const command = fileURLToPath(new URL('../command/harnessbench.ts', import.meta.url))
  const shown = await execa(process.execPath, [command, 'trace', store])
  const brief = 'The sum of two numbers comes out wrong: 2 and 3 should give 5.'
  expect(shown.stdout.split('\n').slice(1)).toEqual([
    ...['', '#1 turn 1', `  ${brief}`],
    expect.stringMatching(
      `^#2 tool edit ${JSON.stringify({ path: 'src/sum.ts', brief }).replace(/[{}\\]/g, '\\$&')} \\(\\d+ ms\\)$`,
    ),
    ...['#3 message', '  Done.', '#4 usage input 999', '#5 stop: stop'],
  ])

  await rename(path.join(project.folder, 'bin'), path.join(project.folder, 'elsewhere'))
  await at('elsewhere/pi')
  const again = await project.vitest(['run'])
  expect(again.exitCode).toBe(0)
  expect(await readdir(samples)).toEqual(['1'])
  expect(upstream.seen).toHaveLength(1)

  await at('nowhere/pi')
  const missing = await project.vitest(['run'])
  expect(missing.exitCode).toBe(1)
  expect(missing.output).toMatch(
    /\(pi\): the adapter pi cannot be used: there is no program .*nowhere\/pi; install it \(npm install --global @earendil-works\/pi-coding-agent@1\.6\.0 is what this was tried with\), or write its absolute path in `options\.path`/,
  )
})
