/** The thresholds that the user set, against the figures. Pure. */
import type { Figures } from '../../reporters/figures.ts'
import type { ResolvedOptions } from '../options.ts'

/**
 * @param isAsked whether this run was asked for any sample of a condition's task
 * @returns a sentence for each of them that is below, or unknown where a threshold is set
 */
export function unmet(
  shown: Figures,
  thresholds: ResolvedOptions['thresholds'],
  isAsked: (suite: string, condition: string, task: string) => boolean,
): string[] {
  return shown.suites.flatMap(({ suite, conditions }) =>
    conditions.flatMap(({ condition, tasks }) =>
      tasks
        .filter(({ task }) => isAsked(suite, condition, task))
        .flatMap(({ task, cell }) =>
          (['change', 'regress'] as const).flatMap((axis) => {
            const least = thresholds[axis]
            const { known } = cell[axis]
            if (least === undefined || (known && known.mean >= least)) return []
            return [
              `threshold missed: ${suite}, ${condition}, ${task}: ${axis} is ${known ? known.mean.toFixed(3) : 'unknown'}, wanted ${least} or more`,
            ]
          }),
        ),
    ),
  )
}
