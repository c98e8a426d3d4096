import { expect, test } from 'vitest'
import { collisions, nameSchema } from './name.ts'

test.for(['a', 'T4', '0', 'brain-plan', 'v1.2_x', 'console', 'com10', 'x'.repeat(64)])(
  '%s is a name',
  (name) => {
    expect(nameSchema.safeParse(name).success).toBe(true)
  },
)

test.for([
  ['empty', ''],
  ['hidden', '.a'],
  ['up', '..'],
  ['an option', '-rf'],
  ['a slash', 'a/b'],
  ['a backslash', 'a\\b'],
  ['a space', 'a b'],
  ['a newline', 'a\n'],
  ['a colon', 'c:a'],
  ['beyond ASCII', 'é'],
  ['too long', 'x'.repeat(65)],
  ['a dot at the end', 'a.'],
  ['reserved', 'NUL'],
  ['reserved with an ending', 'con.txt'],
  ['reserved with a number', 'lpt1'],
] as const)('%s is none', ([, name]) => {
  expect(nameSchema.safeParse(name).success).toBe(false)
})

test('names that differ by case alone are one name', () => {
  expect(collisions(['a', 'b', 'A', 'c', 'c'])).toEqual(['a and A', 'c'])
  expect(collisions(['a', 'b'])).toEqual([])
})
