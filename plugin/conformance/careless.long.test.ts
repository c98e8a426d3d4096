import { chmod } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { checkConformance } from './check.ts'
import { hostilePromises } from './hostile-promises.ts'
import { canHaveRoom } from './room/room.ts'

const adapter = new URL('./fixtures/careless.ts', import.meta.url)
const outside = 'nothing is written outside the sample’s own folders'

async function check(only: string[], how?: string) {
  const folder = await temporaryTree()
  const found = await checkConformance({
    adapter,
    options: how === undefined ? {} : { folder, how },
    program: (program) => ({ program }),
    only,
  })
  return found.verdicts.map(({ promise, held, why }) => {
    const word = held === null ? '–' : held ? 'yes' : 'NO'
    return `${word} ${promise}: ${why.replace(/\d+(\.\d+)? s\b/g, 'N s').replaceAll(folder, '<outside>')}`
  })
}

test('one that looks at nothing is found, though its calls are metered', async () => {
  const all = hostilePromises.map(({ promise }) => promise)
  const told = await check(all.filter((one) => /SIGTERM|failed|terminal|asks/.test(one)))
  expect(told).toMatchInlineSnapshot(`
    [
      "yes survives a program that ignores SIGTERM: timedOut: the budget of N s was used up, after N s",
      "yes survives a program that asks, and waits for ever: timedOut: the budget of N s was used up, after N s",
      "NO survives a program that exits 0 having failed: finished, after N s",
      "NO survives a program that needs a terminal: finished, after N s",
    ]
  `)
}, 120_000)

test('one that trims its brief is found', async () => {
  expect(
    await check(['a brief with white space at its ends arrives byte for byte']),
  ).toMatchInlineSnapshot(`
    [
      "NO a brief with white space at its ends arrives byte for byte: it arrives without the white space at its ends",
    ]
  `)
}, 120_000)

test.skipIf(!canHaveRoom())(
  'what is written outside is found in a room, be it once or deep',
  async () => {
    expect(await check([outside], 'once')).toMatchInlineSnapshot(`
      [
        "NO nothing is written outside the sample’s own folders: written where nobody else writes: <outside>/once",
      ]
    `)
    expect(await check([outside], 'deep')).toMatchInlineSnapshot(`
      [
        "NO nothing is written outside the sample’s own folders: written where nobody else writes: <outside>/a/b/c/d/deep",
      ]
    `)
    expect(await check([outside])).toMatchInlineSnapshot(`
      [
        "yes nothing is written outside the sample’s own folders: nothing, in a room of its own; the suite is unchanged",
      ]
    `)
  },
  300_000,
)

test('where no room can be had, what was written once may be of another program', async () => {
  const { PATH } = process.env
  const bin = await temporaryTree({ unshare: '#!/bin/sh\nexit 1\n' })
  await chmod(`${bin}/unshare`, 0o755)
  process.env.PATH = `${bin}:${PATH}`
  try {
    expect((await check([outside], 'once'))[0]).toMatch(
      /^– .*: it or another program on this machine wrote .*<outside>\/once/,
    )
    expect((await check([outside], 'deep'))[0]).toMatch(
      /^NO .*: changed in all of 8 attempts: .*<outside>\/a\/b\/c\/d\/deep/,
    )
  } finally {
    process.env.PATH = PATH
  }
}, 300_000)
