/** What the controls of a suite showed, in counts: every report prints these; main process. */
import type { ControlReport, ControlRow } from '../../plugin/controls/schema.ts'
import type { Axis } from '../../plugin/record/schema.ts'

/** Verdicts of one axis' assertions on one control. */
export interface ControlCount {
  passed: number
  failed: number
  of: number
}

export interface ControlFigures {
  suite: string
  problems: ControlReport['problems']
  /** Assertions of each axis. */
  assertions: Record<Axis, number>
  /** Those that were seen to fail, of all. */
  seenToFail: number
  of: number
  rows: {
    control: string
    kind: ControlRow['kind']
    does: string
    counts: Record<Axis, ControlCount>
  }[]
}

const kinds: ControlRow['kind'][] = ['nothing', 'reference', 'vandal', 'unparseable']

export function controlFigures(report: ControlReport): ControlFigures {
  const { suite, assertions, problems } = report
  const rows = kinds.flatMap((kind) => report.rows.filter((row) => row.kind === kind))
  const of = (axis: Axis) => assertions.filter((assertion) => assertion.axis === axis).length
  return {
    suite,
    problems,
    assertions: { change: of('change'), regress: of('regress') },
    seenToFail: assertions.filter(({ id }) => seenToFail(report, id)).length,
    of: assertions.length,
    rows: rows.map((row) => ({
      control: row.control,
      kind: row.kind,
      does: row.does,
      counts: { change: count(report, row, 'change'), regress: count(report, row, 'regress') },
    })),
  }
}

/** Red on the untouched seed, or on a vandal that names it: not merely on a build that cannot load. */
function seenToFail(report: ControlReport, id: string): boolean {
  return report.rows.some(
    ({ kind, verdicts, reddens }) =>
      verdicts[id]?.verdict === 'fail' &&
      (kind === 'nothing' || (kind === 'vandal' && reddens.includes(id))),
  )
}

function count(report: ControlReport, row: ControlRow, axis: Axis): ControlCount {
  const verdicts = report.assertions
    .filter((assertion) => assertion.axis === axis)
    .map(({ id }) => row.verdicts[id]?.verdict)
  return {
    passed: verdicts.filter((verdict) => verdict === 'pass').length,
    failed: verdicts.filter((verdict) => verdict === 'fail').length,
    of: verdicts.length,
  }
}
