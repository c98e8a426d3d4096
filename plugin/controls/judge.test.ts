import { expect, test } from 'vitest'
import type { Suite } from '../plan/suite.ts'
import type { Verdict } from '../record/schema.ts'
import type { ControlBuild } from './builds.ts'
import { judge } from './judge.ts'
import type { Problem } from './schema.ts'
import type { SeenFile } from './seen.ts'

const builds: ControlBuild[] = [
  ...(['nothing', 'reference', 'unparseable'] as const).map((kind) => control(kind, { kind })),
  control('reference-again', { kind: 'reference' }),
  control('on-seed', { reddens: ['regress/keeps'] }),
  control('on-reference', { base: 'reference', reddens: ['change/sum/adds'] }),
]

function control(name: string, given: Partial<ControlBuild>): ControlBuild {
  return {
    name,
    kind: 'vandal',
    does: 'spoilt it',
    reddens: [],
    base: 'seed',
    folder: '',
    ...given,
  }
}

type Verdicts = Record<string, Verdict | [Verdict, string]>

/** A file whose verdicts are as they should be, apart from what is given. */
function file(id: string, verdicts: Verdicts = {}, given: Partial<SeenFile> = {}): SeenFile {
  const axis = id.startsWith('change') ? 'change' : 'regress'
  const sound: Verdicts = {
    nothing: axis === 'change' ? 'fail' : 'pass',
    reference: 'pass',
    'reference-again': 'pass',
    unparseable: 'fail',
    'on-seed': 'fail',
    'on-reference': axis === 'change' ? 'fail' : 'pass',
  }
  return {
    id,
    axis,
    tags: [axis],
    error: null,
    names: [`name of ${id}`],
    skipped: 0,
    verdicts: new Map(
      Object.entries({ ...sound, ...verdicts }).map(([name, said]) => {
        const [verdict, reason] = typeof said === 'string' ? [said, `is ${said}`] : said
        return [name, [{ verdict, reason: verdict === 'pass' ? null : reason }]]
      }),
    ),
    ...given,
  }
}

const adds = file('change/sum/adds')
const keeps = file('regress/keeps')

function judged(files: SeenFile[], controls = builds): Problem[] {
  const suite = {
    tasks: [{ name: 'T1', change: ['sum'] }],
    assertions: files.map(({ id, axis }) => ({
      id,
      axis,
      defect: axis === 'change' ? 'sum' : null,
    })),
  } as unknown as Suite
  return judge(suite, controls, files)
}

function replaced(name: string, given: Partial<ControlBuild>): ControlBuild[] {
  return builds.map((build) => (build.name === name ? { ...build, ...given } : build))
}

test('a sound suite has no problem', () => {
  expect(judged([adds, keeps])).toEqual([])
})

test.for<[string, SeenFile[], Problem]>([
  [
    'a file that does not compile, and nothing more about it',
    [
      adds,
      keeps,
      file('regress/x', {}, { error: 'the file cannot be collected: x', tags: [], names: [] }),
    ],
    {
      code: 'DOES-NOT-COMPILE',
      where: 'regress/x',
      sentence: 'the file cannot be collected: x',
    },
  ],
  [
    'a file without a tag',
    [adds, file('regress/keeps', {}, { tags: [] })],
    {
      code: 'UNTAGGED',
      where: 'regress/keeps',
      // Cut in two, as it would tag this very file.
      sentence: `the file has no tag; put \`/** @module-${'tag'} regress */\` at its head`,
    },
  ],
  [
    'both tags',
    [adds, file('regress/keeps', {}, { tags: ['change', 'regress'] })],
    {
      code: 'DOUBLY-TAGGED',
      where: 'regress/keeps',
      sentence:
        'the file is tagged both change and regress; an assertion is of one axis: remove one tag',
    },
  ],
  [
    'the tag of the other folder',
    [adds, file('regress/keeps', {}, { tags: ['change'] })],
    {
      code: 'DOUBLY-TAGGED',
      where: 'regress/keeps',
      sentence: 'the tag says change, the folder says regress; move the file or correct the tag',
    },
  ],
  [
    'a skipped test',
    [adds, file('regress/keeps', {}, { skipped: 1 })],
    {
      code: 'SKIPPED',
      where: 'regress/keeps',
      sentence: 'its test is skipped or to do, which is never a pass; write it, or remove the file',
    },
  ],
  [
    'no test',
    [adds, keeps, file('regress/x', {}, { tags: [], names: [], verdicts: new Map() })],
    {
      code: 'EMPTY',
      where: 'regress/x',
      sentence: 'the file holds no test; write one, or remove the file',
    },
  ],
  [
    'a test that is not run on every build',
    [adds, file('regress/keeps', {}, { verdicts: new Map() })],
    {
      code: 'NOT-ONE-CHECK',
      where: 'regress/keeps',
      sentence: expect.stringContaining('(seen: "name of regress/keeps")'),
    },
  ],
  [
    'no verdict',
    [adds, file('regress/keeps', { 'on-seed': ['ungraded', 'the child was starved'] })],
    {
      code: 'UNGRADED',
      where: 'regress/keeps',
      sentence:
        'there is no verdict on on-seed: the child was starved; mend the apparatus (a busy machine? a missing package?) and run again',
    },
  ],
  [
    'a wrong assertion',
    [adds, file('regress/keeps', { reference: 'fail', 'reference-again': 'fail' })],
    {
      code: 'REFERENCE-RED',
      where: 'regress/keeps',
      sentence:
        'it fails on the reference itself (is fail); the assertion is wrong, or the reference does not give the same answer twice',
    },
  ],
  [
    'a reference that fails now and then',
    [adds, file('regress/keeps', { 'reference-again': ['fail', 'expected 1, received 2'] })],
    {
      code: 'UNSTABLE',
      where: 'regress/keeps',
      sentence:
        'it passed once and failed once on the same reference (expected 1, received 2); make the reference or the assertion deterministic',
    },
  ],
  [
    'a regress assertion that sees a defect',
    [adds, keeps, file('regress/x', { nothing: 'fail' })],
    {
      code: 'SEED-RED',
      where: 'regress/x',
      sentence:
        'this regress assertion fails on the pristine seed (is fail): an agent that does nothing would be blamed; it touches a defect, or the seed was damaged',
    },
  ],
  [
    'a defect that is gone',
    [file('change/sum/adds', { nothing: 'pass', 'on-seed': 'pass' }), keeps],
    {
      code: 'SEED-GREEN',
      where: 'task T1',
      sentence:
        'all its change assertions pass on the pristine seed: doing nothing solves it; the defect is gone from the seed, or back in the reference',
    },
  ],
  [
    'an assertion that does not execute the build',
    [adds, file('regress/keeps', { unparseable: 'pass' })],
    {
      code: 'UNPARSEABLE-GREEN',
      where: 'regress/keeps',
      sentence:
        'it passes on a build that does not even parse, so it does not execute the build; probe the build with `tree.call` or `tree.run`',
    },
  ],
])('%s', ([, files, problem]) => {
  expect(judged(files)).toEqual([problem])
})

test('an assertion that passes everywhere survives, and cannot fail', () => {
  const always = Object.fromEntries(builds.map(({ name }) => [name, 'pass' as const]))
  expect(judged([adds, file('regress/keeps', always)])).toEqual([
    expect.objectContaining({ code: 'UNPARSEABLE-GREEN' }),
    {
      code: 'SURVIVED',
      where: 'vandal on-seed',
      sentence:
        'it “spoilt it”, and regress/keeps stayed green: sharpen the assertion, or do not name it',
    },
    {
      code: 'CANNOT-FAIL',
      where: 'regress/keeps',
      sentence:
        'no control turned it red: nothing shows that it is able to fail; sharpen it, and write a vandal that names it in `reddens`',
    },
  ])
})

test('a vandal that reddens by accident shows nothing of an assertion’s ability to fail', () => {
  const other = file('regress/other', { 'on-seed': ['fail', 'expected 8, received 12'] })
  expect(judged([adds, keeps, other])).toEqual([
    {
      code: 'WRONG-RED',
      where: 'vandal on-seed',
      sentence:
        'it turned regress/other red, which it does not name (expected 8, received 12); name it if that is right, else the assertion sees more than it should',
    },
    expect.objectContaining({ code: 'CANNOT-FAIL', where: 'regress/other' }),
  ])
})

test('a vandal need not name what its base has red already, and may not', () => {
  const named = replaced('on-seed', { reddens: ['regress/keeps', 'change/sum/adds'] })
  expect(judged([adds, keeps], named)).toEqual([
    {
      code: 'ALREADY-RED',
      where: 'vandal on-seed',
      sentence:
        'change/sum/adds is red on the seed already, so that this vandal cannot show that it is able to fail; do not name it, or choose the other `base`',
    },
  ])
})

test('a vandal that names an assertion that is not there', () => {
  expect(
    judged([adds, keeps], replaced('on-seed', { reddens: ['regress/keeps', 'keep'] })),
  ).toEqual([
    {
      code: 'UNKNOWN-NAME',
      where: 'vandal on-seed',
      sentence: '`reddens` names keep, but there is no such assertion; correct the name',
    },
  ])
})

test('a vandal that names an assertion with a fault of its own is not blamed for it', () => {
  const files = [adds, file('regress/keeps', {}, { tags: [] })]
  expect(judged(files).map(({ code }) => code)).toEqual(['UNTAGGED'])
})

test.for<[string, string]>([
  ['a module that is called', 'src/sum.ts does not load: SyntaxError: Expression expected'],
  ['a command, when everything is red', 'expected 0, received 1: SyntaxError: Unexpected token'],
])(
  'a vandal whose build does not load is void, though it reddens what it names: %s',
  ([, reason]) => {
    const files = [adds, file('regress/keeps', { 'on-seed': ['fail', reason] })]
    expect(judged(files)).toEqual([
      {
        code: 'VOID',
        where: 'vandal on-seed',
        sentence: `the build that it makes does not load (${reason}), so that it says nothing about behaviour; mend the patch`,
      },
    ])
  },
)

test('two assertions of one name', () => {
  const twin = file('regress/twin', {}, { names: keeps.names })
  expect(
    judged(
      [adds, keeps, twin],
      replaced('on-seed', { reddens: ['regress/keeps', 'regress/twin'] }),
    ),
  ).toEqual([
    {
      code: 'DUPLICATE-NAME',
      where: 'regress/keeps, regress/twin',
      sentence:
        'these assertions share the name "name of regress/keeps", so that a report could not tell them apart; rename all but one',
    },
  ])
})
