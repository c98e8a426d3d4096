import { expect, test } from 'vitest'
import { resolveOptions } from './options.ts'
import { ConfigurationError } from './plan/error.ts'

/** What the user is told of options that are wrong. */
function problems(options: unknown): readonly string[] {
  try {
    resolveOptions(options)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
  return []
}

test('every default is filled in', () => {
  expect(resolveOptions(undefined)).toMatchObject({
    experiment: 'default',
    conditions: [{ name: 'nothing', adapter: 'nothing', options: {}, passEnv: [] }],
    repetitions: 3,
    seed: 'default',
    budgets: { seconds: 1800 },
    store: '.harnessbench',
    fresh: false,
    thresholds: {},
    retries: 2,
    probes: { seconds: 180 },
    git: true,
  })
})

test.for<[string, unknown, string]>([
  ['misspelt', { repetitons: 3 }, '`repetitons` is unknown (did you mean `repetitions`?)'],
  [
    'unknown',
    { xyzzy: 3 },
    '`xyzzy` is unknown; known here: experiment, suites, conditions, repetitions, seed, predictions, concurrency, budgets, providers, prices, keepBodies, store, fresh, thresholds, retries, ignore, probes, git',
  ],
  [
    'unknown in an object',
    { budgets: { euros: 1 } },
    '`budgets.euros` is unknown; known here: seconds, calls, tokens, dollars, total',
  ],
  [
    'unknown in a provider',
    { providers: { mine: { baseUrl: 'https://a.example', key: 'sk-1' } } },
    '`providers.mine.key` is unknown; known here: baseUrl, keyFrom, auth, cassette',
  ],
  [
    'a base URL that is none',
    { providers: { mine: { baseUrl: 'a.example' } } },
    '`providers.mine.baseUrl` must be an address such as https://api.example.com, not "a.example"',
  ],
  [
    'a base URL with more',
    { providers: { mine: { baseUrl: 'https://a.example/?v=1' } } },
    '`providers.mine.baseUrl` must hold nothing but scheme, host and path, not "https://a.example/?v=1"',
  ],
  [
    'no date of a price',
    { prices: [{ model: '*', input: 1, output: 2, date: 'May', source: 'page' }] },
    '`prices[0].date` must be a date such as 2026-11-30, not "May"',
  ],
  [
    'a price without a date',
    { prices: [{ model: '*', input: 1, output: 2, source: 'page' }] },
    '`prices[0].date` is missing',
  ],
  [
    'misspelt in a list',
    { conditions: [{ name: 'a', adapter: 'nothing', opitons: {} }] },
    '`conditions[0].opitons` is unknown (did you mean `options`?)',
  ],
  [
    'misspelt in a suite',
    { suites: ['bench/a', { folder: 'bench/b', sede: 's' }] },
    '`suites[1].sede` is unknown (did you mean `seed`?)',
  ],
  [
    'of the wrong type in a list',
    {
      conditions: [
        { name: 'a', adapter: 'nothing' },
        { name: 'b', adapter: 3 },
      ],
    },
    '`conditions[1].adapter` must be a string, not 3',
  ],
  ['missing', { conditions: [{ name: 'a' }] }, '`conditions[0].adapter` is missing'],
  [
    'a suite of the wrong type',
    { suites: [3] },
    '`suites[0]` must be a string or an object, not 3',
  ],
  ['a suite without a folder', { suites: [{ name: 'a' }] }, '`suites[0].folder` is missing'],
  ['an empty text', { store: '' }, '`store` must not be empty'],
  ['an empty list', { conditions: [] }, '`conditions` must not be empty'],
  ['no repetition', { repetitions: 0 }, '`repetitions` must be at least 1, not 0'],
  ['a fraction', { repetitions: 1.5 }, '`repetitions` must be a whole number, not 1.5'],
  ['NaN', { budgets: { seconds: Number.NaN } }, '`budgets.seconds` must be a number, not NaN'],
  ['no time', { budgets: { seconds: 0 } }, '`budgets.seconds` must be more than 0, not 0'],
  ['a percentage', { thresholds: { change: 90 } }, '`thresholds.change` must be at most 1, not 90'],
  ['a word for a switch', { fresh: 'yes' }, '`fresh` must be true or false, not "yes"'],
  [
    'a name with a slash',
    { experiment: '../other' },
    '`experiment` must be path-safe (1 to 64 of A-Z a-z 0-9 . _ -, the first a letter or digit), not "../other"',
  ],
  [
    'a name that Windows reserves',
    { conditions: [{ name: 'nul', adapter: 'nothing' }] },
    '`conditions[0].name` must be path-safe (no name that Windows reserves, no dot at the end), not "nul"',
  ],
  [
    'what JSON cannot carry',
    { conditions: [{ name: 'a', adapter: 'nothing', options: { when: [new Date(0)] } }] },
    '`conditions[0].options.when[0]` must be a string or a number or true or false or null or a list or an object, not a Date',
  ],
])('%s: named by its path', ([, options, told]) => {
  expect(problems(options)).toEqual([`option ${told}`])
})

test('what is no object at all', () => {
  expect(problems('x')).toEqual(['what harnessBench(…) is given must be an object, not "x"'])
})

test('all that is wrong is told at once', () => {
  const wrong = { repetitions: 0, fresh: 1, stoer: 'x' }
  expect(problems(wrong)).toHaveLength(3)
  expect(() => resolveOptions(wrong)).toThrow(
    /^harnessbench: 3 problems\n {2}- option `repetitions` .*\n {2}- option `fresh` .*\n {2}- option `stoer` .*$/,
  )
})
