import { expect, test } from 'vitest'
import * as axium from './axium.ts'
import { drive } from './program/fixtures/drive.ts'

/** Answers each line, asks its user something meanwhile, and tells of the end of its input. */
const fake = `import { createInterface } from 'node:readline'
let turn = 0
process.stdout.write('> ')
for await (const line of createInterface({ input: process.stdin })) {
  turn++
  console.log('turn ' + turn + ': ' + line)
  if (line === 'end') process.exit(3)
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
    '> turn 1: Mend it.\\n\\n$& `x` "y"',
    '> turn 2: Once more.',
    '> the input has ended',
    '',
  ])
  expect(trace.map((entry) => [entry.turn, entry.kind])).toEqual([
    [1, 'turn'],
    [1, 'message'],
    [2, 'turn'],
    [2, 'message'],
  ])
})

test('without a prompt a turn is over when it is quiet; one that ends has failed', async () => {
  const { turns } = await talk(['Mend it.', 'end', 'more'], { prompt: undefined, quiet: 0.6 })
  expect(turns).toEqual([
    {},
    { crashed: 'node ended while it worked' },
    { crashed: 'node had ended before the turn' },
  ])
})
