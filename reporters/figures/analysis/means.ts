/** Each condition's mean over tasks, with an interval as of tasks like these; main process. */
import { axisSchema } from '../../../plugin/record/schema.ts'
import { bootstrapClustered } from '../../../plugin/stats/index.ts'
import type { ConditionMean } from '../analysis.ts'
import { fractionOf, type Reading } from './readings.ts'

export function conditionMeans(condition: string, own: readonly Reading[]): ConditionMean[] {
  return axisSchema.options.map((axis) => {
    const byTask = Map.groupBy(own, ({ task }) => task)
    const values = [...byTask.values()].map((samples) =>
      samples.flatMap((reading) => fractionOf(reading, axis) ?? []),
    )
    const { mean, interval, clusters } = bootstrapClustered(values)
    const isWhole = clusters === byTask.size
    return {
      condition,
      axis,
      mean: isWhole ? mean : null,
      interval: isWhole ? interval : null,
      tasks: clusters,
      n: values.flat().length,
      of: own.length,
    }
  })
}
