import { expect, test } from 'vitest'
import * as axium from './axium.ts'
import { drive } from './program/fixtures/drive.ts'

/** Works for a while on each line, and tells of the end of its input. */
const fake = `import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
let turn = 0
if (process.argv[2] === 'silent') await delay(60_000)
if (process.argv[2] === 'gone') process.exit(3)
process.stdout.write('> ')
for await (const line of createInterface({ input: process.stdin })) {
  turn++
  if (line === 'end') process.exit(3)
  const letters = Buffer.from('turn ' + turn + ': é')
  process.stdout.write(letters.subarray(0, -1))
  await delay(400)
  process.stdout.write(letters.subarray(-1))
  console.log(line)
  process.stdout.write('> ')
}
console.log('the input has ended')
`

const talk = (briefs: string[], options: Record<string, unknown> = {}) =>
  drive(axium, {
    briefs,
    files: { 'axium.mjs': fake },
    options: { argv: ['node', '{base}/axium.mjs'], prompt: '^> |\\n> ', ...options },
  })

test('a brief is one line, the next one follows when it waits, and the end of the input ends it', async () => {
  const { turns, trace, output } = await talk(['Mend it.\r\n\n$& `x` "y"\n', 'Once more.'])
  expect(turns).toEqual([{}, {}])
  expect(output.split('\n')).toEqual([
    '> turn 1: \u00c3\u00a9Mend it.\\n\\n$& `x` "y"',
    '> turn 2: \u00c3\u00a9Once more.',
    '> the input has ended',
    '',
  ])
  expect(trace).toEqual([
    { kind: 'turn', turn: 1, text: 'Mend it.\r\n\n$& `x` "y"\n' },
    { kind: 'message', turn: 1, text: 'turn 1: éMend it.\\n\\n$& `x` "y"\n> ' },
    { kind: 'turn', turn: 2, text: 'Once more.' },
    { kind: 'message', turn: 2, text: 'turn 2: éOnce more.\n> ' },
  ])
})

test.each([
  [
    'silent',
    /^node printed nothing for 0.5 s, and nothing before it that `options.prompt` is found/,
  ],
  ['gone', /^node ended before it waited for a line \(`options.prompt`\)$/],
])('one that never waits for a first line is not talked to: %s', async (how, reason) => {
  const argv = ['node', '{base}/axium.mjs', how]
  const opened = talk(['Mend it.'], { argv, quiet: 0.5 })
  await expect(opened).rejects.toMatchObject({
    name: 'Unmeasured',
    message: expect.stringMatching(reason),
  })
})

test('a prompt that is no regular expression is refused by its path', () => {
  expect(() => axium.options.parse({ prompt: '(' })).toThrow(/this is no regular expression/)
})

test('without a prompt a turn is over when it is quiet; one that ends has failed', async () => {
  const { turns } = await talk(['Mend it.', 'end', 'more'], { prompt: undefined, quiet: 0.6 })
  expect(turns).toEqual([
    {},
    { crashed: 'node ended while it worked' },
    { crashed: 'node had ended before the turn' },
  ])
})
