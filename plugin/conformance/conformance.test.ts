import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { type Conformance, checkConformance } from './check.ts'

const here = (place: string) => fileURLToPath(new URL(place, import.meta.url))
const agent = here('./fixtures/agent.ts')

const shown = ({ verdicts }: Conformance) =>
  verdicts.map(({ promise, held, why }) => {
    const word = held === null ? '–' : held ? 'yes' : 'NO'
    return `${word} ${promise}: ${why.replace(/\d+(\.\d+)? s\b/g, 'N s')}`
  })

test('any program, driven by its command line, and hostile ones in its place', async () => {
  const door = ['{url:conformance}', '{key}']
  const found = await checkConformance({
    adapter: 'command',
    options: { argv: ['node', agent, ...door] },
    program: (file) => ({ argv: ['node', file, ...door] }),
  })
  expect(shown(found)).toMatchInlineSnapshot(`
    [
      "yes does what its model says, and is \`finished\`: finished, done.txt as it was told",
      "yes a brief with quotes, \`$(…)\`, backticks arrives byte for byte: in 1 request",
      "yes a brief with \`@README.md\` arrives byte for byte: in 1 request",
      "yes a brief with a leading dash arrives byte for byte: in 1 request",
      "yes a brief with a leading slash arrives byte for byte: in 1 request",
      "yes a brief with CRLF and emoji arrives byte for byte: in 1 request",
      "yes a brief with 300 kB arrives byte for byte: in 1 request",
      "– a second turn carries the first: it has no \`open\`",
      "– claims the usage that its model served: it claims nothing; the meter counts",
      "yes a model that falls silent: the wall clock ends it: timedOut: the budget of N s was used up, after N s",
      "yes a failure is not called \`finished\`, whatever the exit code says: crashed: node ended with exit code 1",
      "yes no secret and no path of ours is in its reach: looked at its processes, its shell’s environment, its requests and output",
      "yes nothing is written outside the sample’s own folders: looked at HOME, the temporary folders, and the suite",
      "yes no process is left: what its shell had started is gone, too",
      "yes a workspace that is deleted is survived: an empty build, finished",
      "yes a command that prints 100 MB in one line and bytes that are no text is survived: 100000222 bytes of output, 98000222 cut; the command printed 100 MB",
      "yes survives a program that ignores SIGTERM: timedOut: the budget of N s was used up",
      "yes survives a program that asks, and waits for ever: timedOut: the budget of N s was used up",
      "yes survives a program that leaves a process in a session of its own: gone; finished",
      "NO survives a program that exits 0 having failed: finished",
      "yes survives a program that writes into the build after its exit: not in the tree",
      "yes survives a program that prints 100 MB in one line: 100000000 bytes of output, 98000000 cut; finished",
      "yes survives a program that prints what is no UTF-8: kept as they came; finished",
      "yes survives a program that prints whatever it was given: neither the real key nor a path of the suite",
      "yes survives a program that leaves its folder, and moves that away: an empty build; finished",
      "yes survives a program that deletes its workspace: an empty build; finished",
      "yes survives a program that needs a terminal: crashed: node ended with exit code 1",
      "yes survives a program that reports a cost of NaN and tokens below 0: nothing is claimed",
      "– survives a program that reports the same usage again and again: it does not read these frames",
    ]
  `)
}, 120_000)

test('the same by what presets share, which reads what a program says', async () => {
  const found = await checkConformance({
    adapter: here('./fixtures/preset.ts'),
    options: { path: agent },
    program: (file) => ({ path: file }),
  })
  expect(shown(found)).toMatchInlineSnapshot(`
    [
      "yes does what its model says, and is \`finished\`: finished, done.txt as it was told",
      "yes a brief with quotes, \`$(…)\`, backticks arrives byte for byte: in 1 request",
      "yes a brief with \`@README.md\` arrives byte for byte: in 1 request",
      "yes a brief with a leading dash arrives byte for byte: in 1 request",
      "yes a brief with a leading slash arrives byte for byte: in 1 request",
      "yes a brief with CRLF and emoji arrives byte for byte: in 1 request",
      "yes a brief with 300 kB arrives byte for byte: in 1 request",
      "yes a second turn carries the first: the model hears both",
      "yes claims the usage that its model served: in 8 attempts",
      "yes a model that falls silent: the wall clock ends it: timedOut: the budget of N s was used up, after N s",
      "yes a failure is not called \`finished\`, whatever the exit code says: crashed: agent ended with exit code 1: Node.js v26.10.0",
      "yes no secret and no path of ours is in its reach: looked at its processes, its shell’s environment, its requests and output",
      "yes nothing is written outside the sample’s own folders: looked at HOME, the temporary folders, and the suite",
      "yes no process is left: what its shell had started is gone, too",
      "yes a workspace that is deleted is survived: an empty build, finished",
      "yes a command that prints 100 MB in one line and bytes that are no text is survived: 100000222 bytes of output, 98000222 cut; the command printed 100 MB",
      "yes survives a program that ignores SIGTERM: timedOut: the budget of N s was used up",
      "yes survives a program that asks, and waits for ever: timedOut: the budget of N s was used up",
      "yes survives a program that leaves a process in a session of its own: gone; crashed: agent ended without a word of having done its work",
      "yes survives a program that exits 0 having failed: crashed: agent failed: nothing was done",
      "yes survives a program that writes into the build after its exit: not in the tree",
      "yes survives a program that prints 100 MB in one line: 100000000 bytes of output, 98000000 cut; crashed: agent ended without a word of having done its work",
      "yes survives a program that prints what is no UTF-8: kept as they came; crashed: agent ended without a word of having done its work",
      "yes survives a program that prints whatever it was given: neither the real key nor a path of the suite",
      "yes survives a program that leaves its folder, and moves that away: an empty build; crashed: agent ended without a word of having done its work",
      "yes survives a program that deletes its workspace: an empty build; crashed: agent ended without a word of having done its work",
      "yes survives a program that needs a terminal: crashed: agent ended with exit code 1: Error: stdin is not a terminal",
      "yes survives a program that reports a cost of NaN and tokens below 0: what is no number is unknown",
      "yes survives a program that reports the same usage again and again: each counts once",
    ]
  `)
}, 120_000)

test.skipIf(process.platform !== 'linux')(
  'an adapter that breaks its promises',
  async () => {
    const outside = await temporaryTree()
    const found = await checkConformance({
      adapter: new URL('./fixtures/faithless.ts', import.meta.url),
      options: { outside },
    })
    expect(shown(found)).toMatchInlineSnapshot(`
      [
        "NO does what its model says, and is \`finished\`: no done.txt",
        "yes a brief with quotes, \`$(…)\`, backticks arrives byte for byte: in 2 requests",
        "NO a brief with \`@README.md\` arrives byte for byte: 1 of 56 characters arrive, then "./README.md too." in place of "README.md is where t"",
        "yes a brief with a leading dash arrives byte for byte: in 2 requests",
        "yes a brief with a leading slash arrives byte for byte: in 2 requests",
        "NO a brief with CRLF and emoji arrives byte for byte: 9 of 90 characters arrive, then "\\nAnother, after CRLF" in place of "\\r\\nAnother, after CRL"",
        "NO a brief with 300 kB arrives byte for byte: 100000 of 306022 characters arrive, then "" in place of "ds words words words"",
        "NO a second turn carries the first: the model hears the second alone",
        "NO claims the usage that its model served: it claims 7 calls for 2, 14 calls for 4",
        "NO a model that falls silent: the wall clock ends it: finished, after N s",
        "NO a failure is not called \`finished\`, whatever the exit code says: finished",
        "NO no secret and no path of ours is in its reach: the path of the suite in a request",
        "NO nothing is written outside the sample’s own folders: changed in all of 14 attempts: /tmp/tree-QedFAC/note",
        "NO no process is left: what its shell had started outlived it",
        "– a workspace that is deleted is survived: its shell did not delete it (finished)",
        "yes a command that prints 100 MB in one line and bytes that are no text is survived: 0 bytes of output; the command printed 100 MB",
      ]
    `)
  },
  120_000,
)
