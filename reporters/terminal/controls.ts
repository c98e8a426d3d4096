/** The controls of a suite as a table, and the refusal where they found a problem; main process. */
import type { ControlReport } from '../../plugin/controls/schema.ts'
import { type ControlCount, controlFigures } from '../figures/controls.ts'
import { type TableCell, table } from '../table.ts'
import { type Look, oneLine, paint, paragraph, printable } from '../text.ts'
import { countWords } from './words.ts'

interface ControlLook extends Look {
  /** The controls passed earlier, over the same bytes, and were not run again. */
  remembered?: boolean
}

/** What each control did to the regress and change assertions, below one line that sums it up. */
export function controlTable(report: ControlReport, look: ControlLook = {}): string {
  const columns = [
    { title: 'control' },
    { title: 'what it did' },
    { title: 'regress', align: 'right' as const },
    { title: 'broken' },
    { title: 'change', align: 'right' as const },
  ]
  const cells = controlFigures(report).rows.map(({ control, does, counts }): TableCell[] => [
    printable(control),
    oneLine(does),
    controlFraction(counts.regress),
    brokenWords(counts.regress),
    controlFraction(counts.change),
  ])
  return `${headline(report, look)}\n\n${table(columns, cells, look, 2)}`
}

function headline(report: ControlReport, look: ControlLook): string {
  const { assertions, seenToFail, of, problems } = controlFigures(report)
  const style = problems.length > 0 ? 'red' : 'green'
  return [
    `${printable(report.suite)}: ${paint(look, style, countWords(problems.length, 'problem'))}`,
    `${assertions.change} change and ${assertions.regress} regress assertions`,
    seenToFail === of ? 'each seen to fail' : `${seenToFail} of ${of} seen to fail`,
    ...(look.remembered ? ['remembered'] : []),
  ].join(', ')
}

/** `1 of 13`, and how many have no verdict. */
export function brokenWords({ passed, failed, of }: ControlCount): string {
  const unsaid = of - passed - failed
  return `${failed} of ${of}${unsaid > 0 ? `, ${unsaid} ungraded` : ''}`
}

export function controlFraction({ passed, failed, of }: ControlCount): string {
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
