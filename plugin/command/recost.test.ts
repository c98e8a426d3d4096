import { appendFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { publishedRecords } from '../../reporters/fixtures/records.ts'
import { ownIdentity } from '../process/identity.ts'
import { call, contents, meteredStore, sampleFolder } from './fixtures/metered-store.ts'

const command = fileURLToPath(new URL('harnessbench.ts', import.meta.url))

async function run(cwd: string, ...args: string[]) {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [command, ...args], {
    cwd,
    reject: false,
    env: { NO_COLOR: '1' },
  })
  return { exitCode, stdout, stderr }
}

const prices = `- model: small*
  provider: acme
  input: 2
  output: 10
  date: 2026-01-01
  source: an invoice
`
const old = { cost: 1.5, costUnknown: null }

/** What an agent with a price, one with a script and a publication left. */
const filled = () =>
  meteredStore(
    [
      { condition: 'agent', task: 'T1', books: [[call(), call(old)]] },
      { condition: 'agent', task: 'T1', repetition: 2, books: [[call()], [call(old)]] },
      {
        condition: 'agent',
        task: 'T4',
        books: [
          [
            call({ ...old, model: { asked: 'small', answered: null } }),
            // Nothing is charged for these, whatever their tokens.
            call({ status: 429, cost: 0, costUnknown: null }),
            call({ free: true, path: '/v1/models', cost: 0, costUnknown: null }),
            call({ ended: 'refused', status: null, cost: 0, costUnknown: null }),
            // And of this nobody knows the tokens.
            call({ ended: 'upstreamGone', tokens: { ...call().tokens, output: null } }),
          ],
        ],
      },
      { condition: 'loop', task: 'T1', books: [[call({ provider: 'scripted', scripted: true })]] },
      {
        condition: 'loop',
        task: 'T4',
        outcome: 'unmeasured',
        books: [[call({ provider: 'scripted', scripted: true })]],
      },
    ],
    publishedRecords().slice(0, 2),
  )

describe('old costs beside new ones', () => {
  test('only printed, unless they are to be written', async () => {
    const store = await filled()
    const before = await contents(store)
    await writeFile(path.join(store, '..', 'prices.yaml'), prices)
    const { exitCode, stdout, stderr } = await run(
      path.dirname(store),
      ...['recost', '--store', 'store', '--prices', 'prices.yaml'],
    )
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatchInlineSnapshot(`
      "Costs by prices.yaml, and what it does not know by @pydantic/genai-prices 0.1.8.

      published, shopkit
      condition              task   samples  calls  cost before                cost after
      agent                  T1           2      3  $3.0000, 1 call unpriced   $9.0000
                             T4           1      3  $1.5000, 1 call unpriced   $3.0000, 1 call unpriced    +100%
                             total        3      6  $4.5000, 2 calls unpriced  $12.0000, 1 call unpriced
      loop                   T1           1      1  unknown, 1 call unpriced   unknown, 1 call unpriced     same
      (scripted)             total        1      1  unknown, 1 call unpriced   unknown, 1 call unpriced     same
      all (1 of 4 scripted)  total        4      7  $4.5000, 3 calls unpriced  $12.0000, 2 calls unpriced
      2 samples of which no call was metered: their costs stay.
      In no figure: 2 attempts (1 of 2 scripted): unknown, 2 calls unpriced → $3.0000, 1 call unpriced.

      Of 9 calls, 5 lacked a price before and 3 lack one now:
        1 call: the answer does not tell its tokens: output
        2 calls: the price table knows no provider called scripted: name it as the table does, or give prices of your own

      Nothing was written. With --write: 4 attempts, 3 records, published.jsonl."
    `)
    expect(await contents(store)).toEqual(before)
  })

  test('written, and nothing else changes by a byte', async () => {
    const store = await filled()
    // What a later version may have added stays as well.
    const record = path.join(
      sampleFolder(store, { condition: 'agent', task: 'T4', repetition: 1 }),
      'record.json',
    )
    const later = (text: string) => text.replace('{', '{\n  "later": {\n    "a": 1e+21\n  },')
    await writeFile(record, later((await contents(store)).get(path.relative(store, record)) ?? ''))
    const before = await contents(store)
    const table = path.join(store, '..', 'prices.json')
    await writeFile(
      table,
      JSON.stringify([{ model: 'small-1', input: 2, output: 10, date: '2026-01-01', source: 'x' }]),
    )
    const args = ['recost', '--store', store, '--prices', table]
    const written = await run(path.dirname(store), ...args, '--write')
    expect(written).toMatchObject({ exitCode: 0, stderr: '' })
    expect(written.stdout.split('\n').at(-1)).toBe(
      'Written: 6 attempts, 5 records, published.jsonl.',
    )

    const after = await contents(store)
    const without = (files: Map<string, string>) =>
      new Map([...files].map(([name, text]) => [name, text.replace(costs, '$1')]))
    const costs = /("(?:cost|unpriced|prices)": ?)(?:"(?:[^"\\]|\\.)*"|[^,\n}]+)/g
    expect(without(after)).toEqual(without(before))
    const changed = [...after].filter(([name, text]) => before.get(name) !== text)
    expect(changed.map(([name]) => path.basename(name)).sort()).toEqual([
      ...Array(6).fill('attempt.json'),
      'published.jsonl',
      ...Array(5).fill('record.json'),
    ])

    const again = await run(path.dirname(store), ...args, '--write')
    expect(again.stdout.split('\n').at(-1)).toBe(
      'No cost is another one than before: there is nothing to write.',
    )
    expect(again.stdout).toMatch(/^agent +T1 +2 +3 +\$9\.0000 +\$9\.0000 +same$/m)
    expect(await contents(store)).toEqual(after)
  })
})

test('a sample that another run is making is waited for; what was never written is not missed', async () => {
  const store = await meteredStore([{ condition: 'agent', books: [[call(old)]] }])
  const folder = sampleFolder(store, { condition: 'agent', task: 'T4', repetition: 1 })
  await rm(path.join(folder, 'record.json'))
  await rm(path.join(store, 'published.jsonl'))
  const lock = path.join(folder, 'lock')
  await writeFile(lock, ownIdentity)
  const running = execa(process.execPath, [command, 'recost', '--store', store, '--write'])
  let seen = ''
  for await (const line of running) {
    seen += `${line}\n`
    if (line.includes('waiting for it')) await rm(lock)
  }
  expect(seen).toContain(`published/shopkit/agent/T4/1 is being made by process ${process.pid}`)
  expect(seen).toContain('Written: 1 attempt.')
  // It had a price, of the run's own table.
  expect(seen).toContain('Prices in a Vitest config are not read here: give them with --prices.')
  expect([...(await contents(folder)).keys()].sort()).toEqual([
    'attempts/1/attempt.json',
    'attempts/1/calls.jsonl',
  ])
})

describe('what cannot be computed', () => {
  test('is named, keeps anything from being written, and is no success', async () => {
    const store = await filled()
    const t1 = sampleFolder(store, { condition: 'agent', task: 'T1', repetition: 1 })
    await rm(path.join(t1, 'attempts/1/calls.jsonl'))
    const t4 = sampleFolder(store, { condition: 'agent', task: 'T4', repetition: 1 })
    await appendFile(path.join(t4, 'attempts/1/calls.jsonl'), 'no line\n')
    const loop = sampleFolder(store, { condition: 'loop', task: 'T1', repetition: 1 })
    await rm(path.join(loop, 'attempts/1'), { recursive: true })
    await appendFile(path.join(store, 'published.jsonl'), '{}\n')
    const before = await contents(store)
    const { exitCode, stdout, stderr } = await run(
      path.dirname(store),
      'recost',
      '--store',
      'store',
      '--write',
    )
    expect(exitCode).toBe(1)
    expect(stderr).toMatchInlineSnapshot(`
      "
      Not all could be computed, and what could not is not above; nothing was written:
        - samples/published/shopkit/agent/T1/1/attempts/1/calls.jsonl holds 0 model calls, and attempt.json counts 2; put the books back, or move the sample out of the store
        - line 6 of samples/published/shopkit/agent/T4/1/attempts/1/calls.jsonl is not JSON (Unexpected token 'o', "no line" is not valid JSON); put the books back, or move the sample out of the store
        - published/shopkit/loop/T1/1: its attempt 1 is not in the store any more, so that its calls cannot be priced; put it back, or move the sample out of the store
        - store/published.jsonl:8: not a record: ✖ Invalid input: expected 1 → at format; move published.jsonl away: the next run writes it again"
    `)
    expect(stdout).not.toContain('T4')
    expect(await contents(store)).toEqual(before)
  })
})

test.for([
  [
    ['recost', '--pricse', 'x'],
    /recost: Unknown option '--pricse' \(did you mean `prices`\?\); see/,
  ],
  [['recots'], /there is no command "recots" \(did you mean `recost`\?\); see/],
] as const)('asked for wrongly: %j', async ([args, message]) => {
  const { exitCode, stdout, stderr } = await run(import.meta.dirname, ...args)
  expect(stderr).toMatch(message)
  expect(stderr.split('\n')).toHaveLength(1)
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
})
