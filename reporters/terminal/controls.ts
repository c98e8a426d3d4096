/** The controls of a suite as a table, and the refusal where they found a problem; main process. */
import type { ControlReport, ControlRow } from '../../plugin/controls/schema.ts'
import type { Axis } from '../../plugin/record/schema.ts'
import { type TableCell, table } from '../table.ts'
import { type Look, oneLine, paint, paragraph, printable } from '../text.ts'
import { countWords } from './words.ts'

const kinds: ControlRow['kind'][] = ['nothing', 'reference', 'vandal', 'unparseable']

interface ControlLook extends Look {
  /** The controls passed earlier, over the same bytes, and were not run again. */
  remembered?: boolean
}

/** What each control did to the regress and change assertions, below one line that sums it up. */
export function controlTable(report: ControlReport, look: ControlLook = {}): string {
  const rows = kinds.flatMap((kind) => report.rows.filter((row) => row.kind === kind))
  const columns = [
    { title: 'control' },
    { title: 'what it did' },
    { title: 'regress', align: 'right' as const },
    { title: 'broken' },
    { title: 'change', align: 'right' as const },
  ]
  const cells = rows.map((row): TableCell[] => {
    const regress = count(report, row, 'regress')
    const change = count(report, row, 'change')
    const broken = `${regress.failed} of ${regress.of}`
    const unsaid = regress.of - regress.passed - regress.failed
    return [
      printable(row.control),
      oneLine(row.does),
      fractionOf(regress),
      unsaid > 0 ? `${broken}, ${unsaid} ungraded` : broken,
      fractionOf(change),
    ]
  })
  return `${headline(report, look)}\n\n${table(columns, cells, look, 2)}`
}

function headline(report: ControlReport, look: ControlLook): string {
  const of = (axis: Axis) => report.assertions.filter((a) => a.axis === axis).length
  const total = report.assertions.length
  const seen = report.assertions.filter(({ id }) => seenToFail(report, id)).length
  const problems = countWords(report.problems.length, 'problem')
  const style = report.problems.length > 0 ? 'red' : 'green'
  return [
    `${printable(report.suite)}: ${paint(look, style, problems)}`,
    `${of('change')} change and ${of('regress')} regress assertions`,
    seen === total ? 'each seen to fail' : `${seen} of ${total} seen to fail`,
    ...(look.remembered ? ['remembered'] : []),
  ].join(', ')
}

/** Red on the untouched seed, or on a vandal that names it: not merely on a build that cannot load. */
function seenToFail(report: ControlReport, id: string): boolean {
  return report.rows.some(
    ({ kind, verdicts, reddens }) =>
      verdicts[id]?.verdict === 'fail' &&
      (kind === 'nothing' || (kind === 'vandal' && reddens.includes(id))),
  )
}

interface Count {
  passed: number
  failed: number
  of: number
}

function count(report: ControlReport, row: ControlRow, axis: Axis): Count {
  const verdicts = report.assertions
    .filter((assertion) => assertion.axis === axis)
    .map(({ id }) => row.verdicts[id]?.verdict)
  return {
    passed: verdicts.filter((verdict) => verdict === 'pass').length,
    failed: verdicts.filter((verdict) => verdict === 'fail').length,
    of: verdicts.length,
  }
}

function fractionOf({ passed, failed, of }: Count): string {
  if (of === 0) return '–'
  return passed + failed === of ? (passed / of).toFixed(4) : 'unknown'
}

/** The refusal: every problem of every suite with where it is and what to mend, and what follows. */
export function problemTable(reports: ControlReport[], look: Look = {}): string {
  const refused = reports.filter(({ problems }) => problems.length > 0)
  if (refused.length === 0) return ''
  const suites = refused.map(({ suite, problems }) => {
    const head = `${printable(suite)}: ${paint(look, 'red', countWords(problems.length, 'problem'))}`
    const told = problems.map(({ code, where, sentence }) =>
      [
        `  ${paint(look, 'red', code)}  ${paint(look, 'bold', printable(where))}`,
        paragraph('', oneLine(sentence), look, 4),
      ].join('\n'),
    )
    return [head, ...told].join('\n\n')
  })
  return [...suites, 'No agent was started and nothing was recorded.'].join('\n\n')
}
