/** Traces what is only counted, of what stands in the plan or is listed beside the number; main process. */
import type { SuiteFigures } from '../../figures.ts'
import { countWords } from '../../terminal/words.ts'
import { sampleKey } from '../sample.ts'
import type { Traced } from '../trace.ts'
import type { Records } from './records.ts'

export function traceTallies(
  { suite, conditions, analysis }: SuiteFigures,
  records: Records,
): Traced[] {
  const tasks = new Set(conditions.flatMap((one) => one.tasks.map(({ task }) => task)))
  const all = records.of('asked', null, null)
  const entry = (id: string, what: string, value: string, own = all): Traced => ({
    id: `${suite}/${id}`,
    what,
    value,
    formula: 'tally',
    records: own,
  })
  return [
    entry('conditions', 'conditions asked for', countWords(conditions.length, 'condition')),
    entry('tasks', 'tasks asked for', countWords(tasks.size, 'task')),
    entry(
      'contradictions',
      'samples of which two readings contradict each other, once for each pair',
      String(analysis.contradictions.length),
      analysis.contradictions.map(({ sample }) => sampleKey(sample)),
    ),
    ...analysis.families.map(({ name, comparisons }) =>
      entry(`families/${name}`, `comparisons of the family “${name}”`, String(comparisons)),
    ),
    ...analysis.transitions.map(({ condition, id, name, of }) =>
      entry(
        `${condition}/transitions/${id}/of`,
        `samples of ${condition} in which ${name} was asked for`,
        String(of),
        records.of('graded', [condition], null),
      ),
    ),
    ...analysis.idle.map(({ id, name, samples }) =>
      entry(
        `idle/${id}`,
        `samples in which ${name} has a verdict`,
        countWords(samples, 'sample'),
        records.of('graded', null, null),
      ),
    ),
  ]
}
