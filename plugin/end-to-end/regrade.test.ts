import { expect, test } from 'vitest'
import { assertion, makeProject } from './project.ts'

/** Right for 2 and 3 only; changes its mind where a file says so. */
const special = `import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { run as solve } from './counting.ts'

export async function run(build: string, brief: string, context: any) {
  await solve(build, brief, context)
  const moody = JSON.stringify(path.join(context.suite.folder, '../../moody'))
  writeFileSync(path.join(build, 'src/sum.ts'), readFileSync('src/sum.ts', 'utf8')
    .replace('a + b', 'a === 2 ? a + b : 0')
    .replace('a * 2', \`existsSync(\${moody}) ? 0 : a * 2\`)
    .replace(/^/, "import { existsSync } from 'node:fs'\\n"))
}
`

const adds = (a: number, b: number) => ({
  'bench/tiny/change/sum/adds.test.ts': assertion(
    'change',
    'two numbers are added',
    `(tree) => tree.call('src/sum.ts', 'sum', ${a}, ${b})`,
  ),
})

test('stored builds are graded again, without an agent, and what changed is said', async () => {
  await using project = await makeProject(
    {
      experiment: 'tiny',
      repetitions: 1,
      conditions: [
        { name: 'solver', adapter: './counting.ts' },
        { name: 'special', adapter: './special.ts' },
      ],
    },
    { 'special.ts': special, ...adds(2, 3) },
  )
  const run = async (...words: string[]) => {
    const { output, exitCode } = await project.vitest(['run', ...words])
    return {
      exitCode,
      said: output.split('\n').filter((line) => /^(regraded|ungraded):/.test(line)),
      output,
    }
  }
  const change = async () =>
    (await project.records()).map(
      ({ condition, change: { fraction } }) => `${condition} ${fraction}`,
    )

  expect(await run()).toMatchObject({ exitCode: 0, said: [] })
  expect(await change()).toEqual(['solver 1', 'special 1'])

  // Another assertion.
  await project.write(adds(3, 4))
  expect(await run()).toMatchObject({
    exitCode: 0,
    said: [
      'regraded: tiny, change/sum/adds (two numbers are added): it or the reference changed; 2 samples graded again: pass → fail in 1',
    ],
  })
  expect(await change()).toEqual(['solver 1', 'special 0'])
  const [, record] = await project.records()
  expect(record?.regraded).toEqual([
    { id: 'change/sum/adds', before: 'pass', after: 'fail', cause: 'assertion changed' },
  ])

  // Another reference: all assertions are graded again.
  await project.write({
    'reference/tiny/src/sum.ts': (await project.read('reference/tiny/src/sum.ts')).replace(
      'a + b',
      'b + a',
    ),
    'bench/tiny/controls/off-by-one.patch': (
      await project.read('bench/tiny/controls/off-by-one.patch')
    ).replaceAll('a + b', 'b + a'),
  })
  const again = (id: string) =>
    `regraded: tiny, ${id}: it or the reference changed; 2 samples graded again: no verdict changed`
  expect(await run()).toMatchObject({
    exitCode: 0,
    said: [
      again('change/sum/adds (two numbers are added)'),
      again('regress/cli (the command doubles)'),
      again('regress/keeps (a number is doubled)'),
    ],
  })

  // Nothing of ours changed, and yet another verdict: neither is believed.
  await project.write({ moody: '' })
  const last = await run('-t', 'special · fix · 1')
  expect(last.exitCode).toBe(1)
  const suspect = (id: string, reason: string) =>
    `ungraded: tiny/tiny/special/fix/1: ${id}: suspect: pass before and fail now, though nothing changed; look in the assertion first, then in the build, for what is not the same each time: ${reason}`
  expect(last.said).toEqual([
    expect.stringMatching(
      /^ungraded: .* regress\/cli: suspect: pass before and fail now.*"42 ".*"0 "/,
    ),
    suspect('regress/keeps', 'expected 8, received 0'),
  ])
  expect((await project.records())[1]).toMatchObject({
    change: { fraction: 0 },
    regress: { passed: 0, graded: 0, of: 2, fraction: null },
    regraded: [
      { id: 'regress/cli', before: 'pass', after: 'fail', cause: 'nothing changed' },
      { id: 'regress/keeps', before: 'pass', after: 'fail', cause: 'nothing changed' },
    ],
  })
  expect(await project.runs()).toHaveLength(2)
})
