import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Conformance, checkConformance } from './check.ts'
import { hostilePromises } from './hostile-promises.ts'

const here = (place: string) => fileURLToPath(new URL(place, import.meta.url))
const agent = here('./fixtures/agent.ts')

const shown = ({ verdicts }: Conformance) =>
  verdicts.map(({ promise, held, why }) => {
    const word = held === null ? '–' : held ? 'yes' : 'NO'
    return `${word} ${promise}: ${why.replace(/\d+(\.\d+)? s\b/g, 'N s')}`
  })

test('programs that are driven by their command lines alone, and do all they can', async () => {
  const found = await checkConformance({
    adapter: 'command',
    options: { argv: ['node', agent, '{url:conformance}', '{key}'] },
    program: (file) => ({ argv: ['node', file] }),
    only: hostilePromises.map(({ promise }) => promise),
  })
  expect(shown(found)).toMatchInlineSnapshot(`
    [
      "yes survives a program that ignores SIGTERM: timedOut: the budget of N s was used up, after N s",
      "yes survives a program that asks, and waits for ever: timedOut: the budget of N s was used up, after N s",
      "yes survives a program that leaves a process in a session of its own: gone; finished",
      "NO survives a program that exits 0 having failed: finished, after N s",
      "yes survives a program that writes into the build after its exit: not in the tree",
      "yes survives a program that prints 100 MB in one line: 100000000 bytes of output, 98000000 cut; finished",
      "yes survives a program that prints what is no UTF-8: kept as they came; finished",
      "yes survives a program that prints whatever it was given: neither the real key nor a path of the suite",
      "yes survives a program that leaves its folder, and moves that away: an empty build; finished",
      "yes survives a program that deletes its workspace: an empty build; finished",
      "yes survives a program that needs a terminal: crashed: node needs-tty.ts ended with exit code 1: Error: stdin is not a terminal, after N s",
      "yes survives a program that reports a cost of NaN and tokens below 0: nothing is claimed",
      "– survives a program that reports the same usage again and again: it does not read these frames",
    ]
  `)
}, 120_000)
