/**
 * Reads the file of predictions: what somebody says before the first sample that an experiment will
 * show. What they speak of must be in the plan. Main process.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseDocument } from 'yaml'
import * as z from 'zod'
import { type Plan, type Prediction, predictionSchema } from '../../reporters/figures/plan.ts'
import type { ResolvedOptions } from '../options.ts'
import { hashValue } from '../tree/hash.ts'
import { didYouMean } from './closest.ts'
import { ConfigurationError } from './error.ts'
import { factorsOf } from './factors.ts'
import { check } from './fault.ts'
import type { Suite } from './suite.ts'

const name = z.string().min(1)
const fileSchema = z
  .array(
    z.strictObject({
      ...predictionSchema.shape,
      says: name,
      difference: z.array(name).optional(),
      within: z.array(z.number().nullable()).optional(),
    }),
  )
  .min(1)
type Written = z.output<typeof fileSchema>[number]

/** What a prediction is of, and what it claims: one of each. */
const subjects = ['condition', 'effect', 'difference'] as const
const claims = ['direction', 'within'] as const

/**
 * @returns undefined where the options name no file
 * @throws ConfigurationError that lists every fault by its place in the file
 */
export function readPredictions(
  root: string,
  options: ResolvedOptions,
  suites: Suite[],
): Plan['predictions'] {
  const file = options.predictions
  if (file === undefined) return undefined
  const checked = check(fileSchema, readYaml(root, file))
  if ('faults' in checked)
    throw new ConfigurationError(
      checked.faults.map(({ path, text }) =>
        path ? `predictions ${file}: \`${path}\` ${text}` : `predictions ${file}: the file ${text}`,
      ),
    )
  const problems: string[] = []
  const statements = checked.data.map((written, index) =>
    read(written, { options, suites }, (key, text) =>
      problems.push(`predictions ${file}: \`[${index}].${key}\` ${text}`),
    ),
  )
  if (problems.length > 0) throw new ConfigurationError(problems)
  return { hash: hashStatements(statements), statements }
}

/** Neither comments nor the order of statements count, nor the order of the factors of an effect. */
function hashStatements(statements: Prediction[]): string {
  const each = statements.map(({ effect, ...rest }) =>
    hashValue({ ...rest, effect: effect && factorsIn(effect).toSorted() }),
  )
  return hashValue(each.toSorted()).slice(0, 32)
}

function readYaml(root: string, file: string): unknown {
  let text: string
  try {
    text = readFileSync(path.resolve(root, file), 'utf8')
  } catch (error) {
    throw new ConfigurationError([
      `option \`predictions\`: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}); write the file, or correct its path`,
    ])
  }
  const document = parseDocument(text)
  const [problem] = [...document.errors, ...document.warnings]
  if (problem)
    throw new ConfigurationError([
      `predictions ${file}:${problem.linePos?.[0].line ?? 1}: no valid YAML: ${problem.message.split('\n')[0]}`,
    ])
  return document.toJS() ?? []
}

interface Known {
  options: ResolvedOptions
  suites: Suite[]
}

function read(
  written: Written,
  { options, suites }: Known,
  at: (key: string, text: string) => void,
): Prediction {
  const { difference, within, effect, ...rest } = written
  const named = (key: string, given: string | undefined, what: string, known: string[]) => {
    if (given !== undefined && !known.includes(given)) at(key, unknown(given, what, known))
  }
  const suiteNames = suites.map(({ name }) => name)
  const suite = written.suite ?? (suites.length === 1 ? suiteNames[0] : undefined)
  if (suite === undefined) at('suite', `is missing: name one of ${suiteNames.join(', ')}`)
  named('suite', suite, 'suite of the plan', suiteNames)
  const tasks = suites.find(({ name }) => name === suite)?.tasks.map(({ name }) => name)
  if (tasks) named('task', written.task, 'task of the plan', tasks)

  onlyOne(written, subjects, at)
  const conditions = options.conditions.map(({ name }) => name)
  named('condition', written.condition, 'condition of the plan', conditions)
  for (const [index, condition] of (difference ?? []).entries())
    named(`difference[${index}]`, condition, 'condition of the plan', conditions)
  if (difference && (difference.length !== 2 || difference[0] === difference[1]))
    at('difference', 'must name two conditions: the first minus the second')
  const factors = factorsOf(options.conditions)
  for (const factor of effect === undefined ? [] : factorsIn(effect))
    named('effect', factor, 'factor that varies in the plan', factors)
  if (effect !== undefined && new Set(factorsIn(effect)).size < factorsIn(effect).length)
    at('effect', 'names a factor twice')

  onlyOne(written, claims, at)
  if (written.direction && written.condition)
    at('direction', 'is of an effect or a difference; of a condition say what its mean is `within`')
  const [low = null, high = null] = within ?? []
  const isOrdered = low === null || high === null ? low !== high : low <= high
  if (within && (within.length !== 2 || !isOrdered))
    at('within', 'must be two numbers, the lower first; null leaves one side open')

  return {
    ...rest,
    ...(suite === undefined ? {} : { suite }),
    ...(difference ? { difference: difference as [string, string] } : {}),
    ...(within ? { within: [low, high] as [number | null, number | null] } : {}),
    ...(effect === undefined ? {} : { effect: inOrder(factorsIn(effect), factors).join(' × ') }),
  }
}

function onlyOne<K extends keyof Written>(
  written: Written,
  keys: readonly K[],
  at: (key: string, text: string) => void,
): void {
  const given = keys.filter((key) => written[key] !== undefined)
  if (given.length === 0) at(keys[0] as string, `is missing: give one of ${keys.join(', ')}`)
  for (const key of given.slice(1))
    at(String(key), `stands beside \`${String(given[0])}\`: one statement, one of both`)
}

/** `map × plan`; an x or an asterisk will do. */
function factorsIn(effect: string): string[] {
  return effect.split(/\s*[×*]\s*|\s+x\s+/i).map((factor) => factor.trim())
}

function inOrder(factors: string[], known: string[]): string[] {
  return factors.toSorted((a, b) => known.indexOf(a) - known.indexOf(b))
}

function unknown(given: string, what: string, known: string[]): string {
  return `names no ${what}: ${given}${didYouMean(given, known)}; there are: ${known.join(', ') || 'none'}`
}
