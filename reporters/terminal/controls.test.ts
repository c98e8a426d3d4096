import { expect, test } from 'vitest'
import type { ControlReport, ControlRow } from '../../plugin/controls/schema.ts'
import { controlTable, problemTable } from '../terminal.ts'

const plain = { width: 110, color: false }
const change = Array.from({ length: 12 }, (_, index) => `change/c${index + 1}`)
const regress = Array.from({ length: 13 }, (_, index) => `regress/r${index + 1}`)

function row(
  kind: ControlRow['kind'],
  control: string,
  does: string,
  failed: string[],
): ControlRow {
  return {
    control,
    kind,
    does,
    reddens: kind === 'vandal' ? failed : [],
    verdicts: Object.fromEntries(
      [...change, ...regress].map((id) => [
        id,
        { verdict: failed.includes(id) ? ('fail' as const) : ('pass' as const), reason: null },
      ]),
    ),
  }
}

function shopkit(): ControlReport {
  return {
    suite: 'shopkit',
    fingerprint: 'f',
    assertions: [
      ...change.map((id) => ({ id, name: id, axis: 'change' as const })),
      ...regress.map((id) => ({ id, name: id, axis: 'regress' as const })),
    ],
    rows: [
      row('unparseable', 'unparseable', 'left the build unparseable', [...change, ...regress]),
      row('vandal', 'return-type', 'fixed the rounding but changed the return type', [
        'regress/r1',
      ]),
      row('vandal', 'exit-codes', 'tidied the CLI and lost its exit codes', ['regress/r2']),
      row('vandal', 'wrong-place', 'rounded in the wrong place', regress.slice(2, 4)),
      row('vandal', 'dataset', '"fixed" the price in the dataset', regress.slice(4, 7)),
      row('vandal', 'many', 'broke the rest', [...change, ...regress.slice(7)]),
      row('reference', 'reference', 'fixed the defects and nothing else', []),
      row('reference', 'reference again', 'the same a second time', []),
      row('nothing', 'nothing', 'left the seed as it is', change.slice(0, 8)),
    ],
    problems: [],
    seconds: 12,
  }
}

test('each control with what it broke', () => {
  expect(controlTable(shopkit(), plain)).toMatchInlineSnapshot(`
    "shopkit: 0 problems, 12 change and 13 regress assertions, each seen to fail

      control          what it did                                     regress  broken    change
      nothing          left the seed as it is                           1.0000  0 of 13   0.3333
      reference        fixed the defects and nothing else               1.0000  0 of 13   1.0000
      reference again  the same a second time                           1.0000  0 of 13   1.0000
      return-type      fixed the rounding but changed the return type   0.9231  1 of 13   1.0000
      exit-codes       tidied the CLI and lost its exit codes           0.9231  1 of 13   1.0000
      wrong-place      rounded in the wrong place                       0.8462  2 of 13   1.0000
      dataset          "fixed" the price in the dataset                 0.7692  3 of 13   1.0000
      many             broke the rest                                   0.5385  6 of 13   0.0000
      unparseable      left the build unparseable                       0.0000  13 of 13  0.0000"
  `)
})

test('remembered controls are said to be', () => {
  const [headline] = controlTable(shopkit(), { ...plain, remembered: true }).split('\n')
  expect(headline).toBe(
    'shopkit: 0 problems, 12 change and 13 regress assertions, each seen to fail, remembered',
  )
})

test('"seen to fail" is counted, not assumed; an unparseable build shows nothing', () => {
  const report = shopkit()
  report.rows = report.rows.filter(({ control }) => control !== 'many')
  expect(controlTable(report, plain).split('\n')[0]).toBe(
    'shopkit: 0 problems, 12 change and 13 regress assertions, 15 of 25 seen to fail',
  )
})

test('a vandal that reddens what it does not name shows nothing about it', () => {
  const report = shopkit()
  for (const row of report.rows) if (row.control === 'many') row.reddens = change
  expect(controlTable(report, plain).split('\n')[0]).toMatch(/, 19 of 25 seen to fail$/)
})

test('without a verdict there is no fraction', () => {
  const report = shopkit()
  const nothing = report.rows.at(-1)
  if (nothing) nothing.verdicts['regress/r1'] = { verdict: 'ungraded', reason: 'starved' }
  if (nothing) delete nothing.verdicts['change/c1']
  expect(controlTable(report, plain).split('\n')[3]?.replaceAll(/ +/g, ' ')).toBe(
    ' nothing left the seed as it is unknown 0 of 13, 1 ungraded unknown',
  )
})

test('a refusal names every problem, and what it means', () => {
  const report = shopkit()
  report.problems = [
    {
      code: 'SURVIVED',
      where: 'vandal dataset',
      sentence:
        'It names regress/r5, which stayed green: make the assertion look at the price, or take it off the list of the vandal.',
    },
    { code: 'UNTAGGED', where: 'regress/r9', sentence: 'Put @module-tag at the head of the file.' },
  ]
  const fine = { ...shopkit(), suite: 'fine' }
  expect(problemTable([fine, report], { width: 80, color: false })).toMatchInlineSnapshot(`
    "shopkit: 2 problems

      SURVIVED  vandal dataset
        It names regress/r5, which stayed green: make the assertion look at the
        price, or take it off the list of the vandal.

      UNTAGGED  regress/r9
        Put @module-tag at the head of the file.

    No agent was started and nothing was recorded."
  `)
  expect(problemTable([fine], plain)).toBe('')
})
