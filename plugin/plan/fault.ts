/** Says in words what a schema finds wrong with a value that a person wrote. Any process. */
import type * as z from 'zod'
import { didYouMean } from './closest.ts'

/** What is wrong at one place of a value. */
interface Fault {
  /** `conditions[1].adapter`; empty for the whole value. */
  path: string
  /** `must be at least 1, not 0`. */
  text: string
}

/** @returns the value as the schema leaves it, or every fault in it */
export function check<S extends z.ZodType>(
  schema: S,
  input: unknown,
): { data: z.output<S> } | { faults: Fault[] } {
  const result = schema.safeParse(input)
  return result.success
    ? { data: result.data }
    : { faults: result.error.issues.flatMap((issue) => describe(issue, schema, input)) }
}

function describe(issue: z.core.$ZodIssue, schema: z.ZodType, input: unknown): Fault[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: written([...issue.path, key]),
      text: unknownKey(key, keysAt(schema, issue.path)),
    }))
  if (issue.code === 'invalid_union') {
    const meant = issue.errors.find((branch) => !branch.some(isOfAnotherType))
    if (meant)
      return meant.flatMap((inner) =>
        describe({ ...inner, path: [...issue.path, ...inner.path] }, schema, input),
      )
  }
  const value = issue.path.reduce<unknown>((at, key) => Object(at)[key], input)
  return [{ path: written(issue.path), text: complaint(issue, value) }]
}

function isOfAnotherType(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.path.length === 0
}

function unknownKey(key: string, known: string[]): string {
  return `is unknown${didYouMean(key, known) || `; known here: ${known.join(', ')}`}`
}

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function complaint(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return 'is missing'
  if (issue.code === 'too_small' && (value === '' || Array.isArray(value)))
    return 'must not be empty'
  return `${wish(issue)}, not ${shown(value)}`
}

function wish(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_union') {
    const expected = issue.errors.flatMap(([first]) =>
      first?.code === 'invalid_type' ? [kinds[first.expected] ?? first.expected] : [],
    )
    return `must be ${[...new Set(expected)].join(' or ')}`
  }
  if (issue.code === 'too_small')
    return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
  if (issue.code === 'too_big')
    return `must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`
  return issue.message
}

function shown(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value !== 'object' || value === null) return String(value)
  const name = Object.getPrototypeOf(value)?.constructor?.name
  return name && name !== 'Object' ? `a ${name}` : 'an object'
}

function written(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (soFar, key) =>
      typeof key === 'number' ? `${soFar}[${key}]` : `${soFar && `${soFar}.`}${String(key)}`,
    '',
  )
}

/** What an object at this place may hold. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const def = schema.def as {
    type: string
    innerType?: z.ZodType
    element?: z.ZodType
    options?: z.ZodType[]
    shape?: Record<string, z.ZodType>
    valueType?: z.ZodType
  }
  if (def.innerType) return keysAt(def.innerType, path)
  if (def.options) return def.options.flatMap((option) => keysAt(option, path))
  const [first, ...rest] = path
  if (first === undefined) return Object.keys(def.shape ?? {})
  const inner = def.element ?? def.valueType ?? def.shape?.[String(first)]
  return inner ? keysAt(inner, rest) : []
}
