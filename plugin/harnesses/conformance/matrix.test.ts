import { expect, test } from 'vitest'
import type { Conformance } from '../../conformance/check.ts'
import { broken, held, type Promised, unseen } from '../../conformance/promise.ts'
import { conformanceMatrix, promiseTable } from './matrix.ts'

const promises: Promised[] = ['works', 'stops', 'speaks', 'pays', 'cleans up'].map((promise) => ({
  promise,
  tries: [],
  judge: () => held(''),
}))

function found(...judged: ReturnType<typeof held>[]): Conformance {
  const verdicts = judged.map((one, index) => ({ promise: `${promises[index]?.promise}`, ...one }))
  return { adapter: 'it', version: '1', verdicts }
}

test('a row tells what is held, and why something is not or was not seen', () => {
  const silent = unseen('it says nothing')
  const one = found(held('ok'), broken('it goes on'), silent, silent, silent)
  const other = found(held('ok'), held('ok'), broken('too loud'), held('ok'), broken('too loud'))
  expect(conformanceMatrix(promises, new Map([...Object.entries({ one, other })])).rows).toEqual([
    ['one', 'yes', '**no**', '–', '–', '–', '2: it goes on', '3–5: it says nothing'],
    ['other', 'yes', 'yes', '**no**', 'yes', '**no**', '3, 5: too loud', ''],
  ])
})

test('a reason that is known goes before what was seen; what was not tried is no yes', () => {
  const { verdicts, ...rest } = found(broken('crashed'))
  const known = { ...rest, verdicts: verdicts.map((one) => ({ ...one, known: 'as documented' })) }
  expect(conformanceMatrix(promises, new Map([['one', known]])).rows).toEqual([
    ['one', '**no**', '–', '–', '–', '–', '1: as documented', ''],
  ])
})

test('promises are numbered as the columns are', () => {
  const { head } = conformanceMatrix(promises, new Map())
  for (const [number] of promiseTable(promises).rows) expect(head).toContain(number)
})
