import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { type Conformance, checkConformance } from './check.ts'
import { promises } from './promises.ts'

const here = (place: string) => fileURLToPath(new URL(place, import.meta.url))
const agent = here('./fixtures/agent.ts')

const shown = ({ verdicts }: Conformance) =>
  verdicts.map(({ promise, held, why }) => {
    const word = held === null ? '–' : held ? 'yes' : 'NO'
    return `${word} ${promise}: ${why
      .replace(/\d+(\.\d+)? s\b/g, 'N s')
      .replace(/\S+\/tree-[^\s/]+/, '<outside>')
      .replace(/(\d+ calls for) \d+/g, '$1 fewer')
      .replace(/\d+ input for \d+/g, 'N input for N')
      .replace(/and \d+ read/g, 'and N read')}`
  })

test('a small harness keeps its promises, driven by what presets share', async () => {
  const found = await checkConformance({
    adapter: here('./fixtures/preset.ts'),
    options: { path: agent },
    program: (file) => ({ path: file }),
    only: [
      ...promises
        .map(({ promise }) => promise)
        .filter((promise) => !/leading|@README/.test(promise)),
      'survives a program that exits 0 having failed',
      'survives a program that prints 100 MB in one line',
      'survives a program that reports a cost of NaN and tokens below 0',
      'survives a program that reports the same usage again and again',
    ],
  })
  expect(shown(found)).toMatchInlineSnapshot(`
    [
      "yes does what its model says, and is \`finished\`: finished, done.txt as it was told",
      "yes a brief with quotes, \`$(…)\`, backticks arrives byte for byte: in 1 request",
      "yes a brief with CRLF and emoji arrives byte for byte: in 1 request",
      "yes a brief with white space at its ends arrives byte for byte: in 1 request",
      "yes a brief with 300 kB arrives byte for byte: in 1 request",
      "yes a second turn carries the first: the model hears both",
      "yes claims the usage that its model served: in 9 attempts",
      "yes a model that falls silent: the wall clock ends it: timedOut: the budget of N s was used up, after N s",
      "yes a failure is not called \`finished\`, whatever the exit code says: crashed: agent ended with exit code 1: Error: 400 {"type":"error","error":{"message":"this cannot go on","type":"invalid_request_error","code":400}}",
      "yes no secret and no path of ours is in its reach: looked at its processes, its shell’s environment, its requests and output",
      "yes nothing is written outside the sample’s own folders: nothing, in a room of its own; the suite is unchanged",
      "yes no process is left: what its shell had started is gone, too",
      "yes a workspace that is deleted is survived: an empty build, finished",
      "yes a command that prints 100 MB in one line and bytes that are no text is survived: finished; 100000222 bytes of output, 98000222 cut",
      "yes survives a program that exits 0 having failed: crashed: agent failed: nothing was done, after N s",
      "yes survives a program that prints 100 MB in one line: 100000000 bytes of output, 98000000 cut; crashed: agent ended without a word of having done its work",
      "yes survives a program that reports a cost of NaN and tokens below 0: what is no number is unknown",
      "yes survives a program that reports the same usage again and again: each counts once",
    ]
  `)
}, 300_000)

test.skipIf(process.platform !== 'linux')(
  'an adapter that breaks its promises',
  async () => {
    const outside = await temporaryTree()
    const found = await checkConformance({
      adapter: new URL('./fixtures/faithless.ts', import.meta.url),
      options: { outside },
      only: promises
        .map(({ promise }) => promise)
        .filter((promise) => !/deleted|100 MB/.test(promise)),
    })
    expect(shown(found)).toMatchInlineSnapshot(`
      [
        "NO does what its model says, and is \`finished\`: no done.txt",
        "NO a brief with quotes, \`$(…)\`, backticks arrives byte for byte: 4 of 101 characters arrive, then "one and \\"two\\", $(tou" in place of "'one' and \\"two\\", $(t"",
        "NO a brief with \`@README.md\` arrives byte for byte: it does not arrive, nor does its beginning",
        "NO a brief with a leading dash arrives byte for byte: it does not arrive, nor does its beginning",
        "NO a brief with a leading slash arrives byte for byte: it does not arrive, nor does its beginning",
        "NO a brief with CRLF and emoji arrives byte for byte: 9 of 90 characters arrive, then "\\nAnother, after CRLF" in place of "\\r\\nAnother, after CRL"",
        "yes a brief with white space at its ends arrives byte for byte: in 2 requests",
        "NO a brief with 300 kB arrives byte for byte: 100000 of 306022 characters arrive, then "" in place of "ds words words words"",
        "NO a second turn carries the first: the model hears the second alone",
        "NO claims the usage that its model served: it claims 7 calls for fewer, 14 calls for fewer, N input for N, N input for N and N read from a cache, which are not input",
        "NO a model that falls silent: the wall clock ends it: finished, after N s",
        "NO a failure is not called \`finished\`, whatever the exit code says: it says nothing of it; the meter does",
        "NO no secret and no path of ours is in its reach: the path of the suite in a request",
        "NO nothing is written outside the sample’s own folders: written where nobody else writes: <outside>/note",
        "NO no process is left: what its shell had started outlived it",
      ]
    `)
  },
  300_000,
)
