/** A harness that nobody knows is plugged in as docs/harnesses.md shows it, by both of its doors. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { expectBalance } from './balance.ts'
import { makeProject } from './project.ts'

const docs = fileURLToPath(new URL('../../docs', import.meta.url))

const script = `does: mends the sum
turns:
  - calls: [{ read: { path: src/sum.ts } }]
    usage: { input: 100, output: 10 }
  - calls: [{ edit: { path: src/sum.ts, old: a - b, new: a + b } }]
    usage: { input: 150, output: 20 }
  - say: It adds now.
    usage: { input: 200, output: 30 }
`

test('the ten lines of the docs measure a shell agent by `command` and by `acp`', async () => {
  const document = await readFile(path.join(docs, 'harnesses.md'), 'utf8')
  const lines = /```ts\n(conditions: \[[^`]*\])\n```/.exec(document)?.[1] ?? ''
  // What a config file writes, but for the address of the provider.
  const conditions = parse(
    lines
      .replace(/^conditions: /, '')
      .replaceAll(/\/\/.*$/gm, '')
      .replaceAll('deepseek', 'scripted')
      .replaceAll('/path/to', path.join(docs, 'examples')),
  )
  expect(conditions).toHaveLength(2)
  await using project = await makeProject(
    { experiment: 'tiny', repetitions: 1, conditions },
    { 'bench/tiny/scripts/v4-flash/fix.1.yaml': script },
  )
  const { exitCode, output } = await project.vitest(['run'])
  expect(output).toContain('2 of 2 samples measured')
  expect(exitCode).toBe(0)
  const records = await project.records()
  for (const record of records) {
    expect(record).toMatchObject({
      outcome: 'finished',
      change: { fraction: 1 },
      regress: { fraction: 1 },
      litter: [],
      usage: { calls: 3, tokens: { input: 450, output: 60 }, claimedBy: 'meter' },
    })
    await expectBalance(path.join(project.folder, '.harnessbench'), record)
  }
  expect(records.map(({ condition }) => condition)).toEqual(['shell-agent', 'shell-agent.acp'])
  const trace = await project.read(
    '.harnessbench/samples/tiny/tiny/shell-agent.acp/fix/1/attempts/1/trace.jsonl',
  )
  expect(trace).toContain('It adds now.')
})
