/** What all samples together spend. Main process. */
import { type Budget, type Spending, type UsedUp, usedUp } from './budget.ts'

export interface Total {
  /** All but the seconds of meters that are open. */
  spending: Spending
  /** A meter was opened; what is returned is called when it is closed. */
  enter(seconds: () => number): () => void
  usedUp(): UsedUp | null
  now(): Spending
}

/** @param spent in earlier runs; what nobody knew of it then cannot be refused any more */
export function openTotal(budget: Budget, spent: Spending): Total {
  const open = new Set<() => number>()
  const total: Total = {
    spending: { ...spent, unknown: { tokens: 0, dollars: 0 } },
    enter(seconds) {
      open.add(seconds)
      return () => {
        if (open.delete(seconds)) total.spending.seconds += seconds()
      }
    },
    usedUp: () => usedUp('experiment', budget, total.now()),
    now() {
      let { seconds } = total.spending
      for (const of of open) seconds += of()
      return { ...total.spending, unknown: { ...total.spending.unknown }, seconds }
    },
  }
  return total
}
