import { expect, test } from 'vitest'
import * as z from 'zod'
import { recordSchema } from '../plugin/record/schema.ts'
import { publishedRecords, record } from './fixtures/records.ts'
import { recordJsonSchema } from './schema.ts'

const schema = recordJsonSchema()
const read = z.fromJSONSchema(JSON.parse(JSON.stringify(schema)))

test('the published schema accepts what is written', () => {
  for (const one of publishedRecords()) expect(read.safeParse(one).error).toBeUndefined()
})

test('what an older version wrote is read, and what it did not know is said', () => {
  const { levels, order, seed, predictions, ...older } = record()
  expect(read.safeParse(older).error).toBeUndefined()
  expect(recordSchema.parse(older)).toEqual({ ...older, levels, order, seed, predictions })
})

test.for([
  ['an unknown outcome', { outcome: 'fine' }],
  ['a negative cost', { usage: { ...record().usage, cost: -1 } }],
  ['a fraction above 1', { change: { passed: 2, graded: 1, of: 1, fraction: 2 } }],
  ['another format', { format: 2 }],
] as const)('and refuses %s', ([, wrong]) => {
  expect(read.safeParse({ ...record(), ...wrong }).success).toBe(false)
})

test('it says what it is', () => {
  const { properties, required, ...rest } = schema
  expect(rest).toMatchInlineSnapshot(`
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "description": "One sample: what was asked, what happened, and the verdict of every assertion.",
      "title": "harnessbench record, format 1",
      "type": "object",
    }
  `)
  // Records of older versions lack some.
  const since = ['levels', 'order', 'seed', 'predictions']
  expect(required).toEqual(Object.keys(properties ?? {}).filter((key) => !since.includes(key)))
})
