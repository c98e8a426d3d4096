/**
 * Rules that set two readings of one sample against each other. Where they cannot both be right the
 * instrument is suspected first: the sample is marked, and is in no mean that hangs on them. Any process.
 */
import type { SampleRecord } from '../../plugin/record/schema.ts'
import type { Contradiction } from './analysis.ts'
import { claims } from './claims.ts'
import { sampleOf } from './sample.ts'

interface Rule {
  name: string
  /** What is not to be believed where it finds something. */
  doubts: Contradiction['doubts']
  /** @returns a sentence without its subject; null where the readings agree */
  find(record: SampleRecord): string | null
}

const rules: Rule[] = [
  { name: 'score', doubts: 'grades', find: scoreAgainstAssertions },
  {
    name: 'unchanged tree',
    doubts: 'grades',
    find(record) {
      const moved = record.assertions.filter(
        ({ transition }) => transition === 'fixed' || transition === 'broke',
      )
      if (editsOf(record) !== 0 || moved.length === 0) return null
      return `its tree is the seed, yet ${namesOf(moved)} changed against the seed: suspect the grader`
    },
  },
  {
    name: 'litter',
    doubts: 'grades',
    find(record) {
      const edits = editsOf(record)
      if (edits === null || edits >= record.litter.length) return null
      return `${record.litter.length} paths were left in the tree, of which ${edits} differ from the seed: suspect how the tree was read`
    },
  },
  { name: 'commands only', doubts: 'grades', find: onlyWhatRunsACommand },
  {
    name: 'calls without tokens',
    doubts: 'usage',
    find: ({ usage: { claimedBy, calls, tokens } }) =>
      claimedBy === 'meter' && calls && tokens.output === 0
        ? `the meter counted ${calls} calls and no output token: suspect the meter`
        : null,
  },
  {
    name: 'work without calls',
    doubts: 'usage',
    find: (record) =>
      record.usage.claimedBy === 'meter' && record.usage.calls === 0 && (editsOf(record) ?? 0) > 0
        ? 'it edited the tree, and the meter counted no call: its calls may have gone past the gateway'
        : null,
  },
  {
    name: 'done without an edit',
    doubts: 'nothing',
    find: (record) =>
      record.outcome === 'finished' && editsOf(record) === 0
        ? 'the harness says that it is done, and edited nothing'
        : null,
  },
  {
    name: 'claim',
    doubts: 'nothing',
    find(record) {
      const [gap] = claims([record]).gaps
      if (!gap) return null
      return `harness and meter differ by more than 1% in ${gap.gaps.map(({ what }) => what).join(', ')}`
    },
  },
]

/** A record is asked by every mean that it is in, and does not change. */
const found = new WeakMap<SampleRecord, Contradiction[]>()

/** All that is odd about a measured sample, worst first. */
export function contradictions(record: SampleRecord): Contradiction[] {
  let own = found.get(record)
  if (!own) {
    own = findIn(record)
    found.set(record, own)
  }
  return own
}

/** Whether a sample's grades, or its usage, are to be kept out of means. */
export function isDoubted(record: SampleRecord, what: 'grades' | 'usage'): boolean {
  return contradictions(record).some(({ doubts }) => doubts === what)
}

function findIn(record: SampleRecord): Contradiction[] {
  if (record.outcome === 'unmeasured') return []
  return rules.flatMap(({ name, doubts, find }) => {
    const says = find(record)
    return says === null ? [] : [{ sample: sampleOf(record), rule: name, says, doubts }]
  })
}

function editsOf({ attempts, attempt }: SampleRecord): number | null {
  return attempts.find(({ number }) => number === attempt)?.edits ?? null
}

/** What is wrong with a record whose scores are not what its assertions say. */
function scoreAgainstAssertions(record: SampleRecord): string | null {
  for (const axis of ['change', 'regress'] as const) {
    const { passed, graded, of, fraction } = record[axis]
    const verdicts = record.assertions.filter((a) => a.axis === axis).map((a) => a.verdict)
    const said = `${passed} passed, ${graded} graded, of ${of}`
    const found = [
      verdicts.filter((verdict) => verdict === 'pass').length,
      verdicts.filter((verdict) => verdict === 'pass' || verdict === 'fail').length,
      verdicts.length,
    ]
    const counted = `${found[0]} passed, ${found[1]} graded, of ${found[2]}`
    if (said !== counted) return `${axis} says ${said}; its assertions say ${counted}`
    if (of === 0) continue
    const right = graded === of ? passed / of : null
    const agrees =
      fraction === null || right === null ? fraction === right : Math.abs(fraction - right) < 1e-9
    if (!agrees)
      return `${axis} says ${fraction}; ${passed} of ${of}, ${graded} graded, is ${right}`
  }
  return null
}

/**
 * Commands that were starved of time once looked like damage: just those assertions were red. Code can
 * break just those too, but then it does so whenever it is graded.
 */
function onlyWhatRunsACommand({ assertions }: SampleRecord): string | null {
  const green = assertions.filter(({ seed }) => seed === 'pass')
  const broke = green.filter(({ verdict }) => verdict === 'fail')
  const spawning = green.filter(({ spawns }) => spawns === true)
  const isJustThose =
    spawning.length >= 2 &&
    spawning.length < green.length &&
    broke.length === spawning.length &&
    broke.every(({ spawns, confirmed }) => spawns === true && !confirmed)
  return isJustThose
    ? `all that broke is just the ${broke.length} assertions that run a command, as on a machine that is too busy: run again, a second grading that says the same is believed`
    : null
}

function namesOf(assertions: { name: string }[]): string {
  const [first, ...more] = assertions.map(({ name }) => name)
  return more.length > 0 ? `${first} and ${more.length} more` : String(first)
}
