/** Traces the table of controls; main process. */
import type { ControlReport } from '../../../plugin/controls/schema.ts'
import { brokenWords, controlFraction } from '../../terminal/controls.ts'
import { countWords } from '../../terminal/words.ts'
import { controlFigures } from '../controls.ts'
import type { Traced } from '../trace.ts'

/** No record of a sample is in them: the controls have a report of their own. */
export function traceControls(report: ControlReport): Traced[] {
  const { suite, rows, assertions, problems, seenToFail, of } = controlFigures(report)
  const entry = (id: string, what: string, value: string): Traced => ({
    id: `${suite}/controls/${id}`,
    what,
    value,
    formula: 'control',
    records: [],
  })
  return [
    entry('problems', 'problems that the controls found', countWords(problems.length, 'problem')),
    entry(
      'assertions',
      'assertions of each axis',
      `${assertions.change} change and ${assertions.regress} regress assertions`,
    ),
    entry('seen to fail', 'assertions that some control reddened', `${seenToFail} of ${of}`),
    ...rows.flatMap(({ control, counts }) => [
      entry(
        `${control}/regress`,
        `regress of the control ${control}`,
        controlFraction(counts.regress),
      ),
      entry(
        `${control}/broken`,
        `regress assertions that ${control} broke`,
        brokenWords(counts.regress),
      ),
      entry(
        `${control}/change`,
        `change of the control ${control}`,
        controlFraction(counts.change),
      ),
    ]),
  ]
}
