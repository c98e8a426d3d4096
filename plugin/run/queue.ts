/** Lets a bounded number of tasks run at once; of those that wait, the one whose turn comes first. Main process. */

export interface Queue {
  /**
   * Says that a task may come: nobody is let in before that is decided, so that the first to ask does
   * not win over the one whose turn it is.
   * @returns to be called once the task has come, or will not come
   */
  expect(): () => void
  /** @param turn the lowest is let in first */
  run<T>(turn: number, task: () => Promise<T>): Promise<T>
}

export function createQueue(places: number): Queue {
  const waiting: { turn: number; enter: () => void }[] = []
  let running = 0
  let undecided = 0

  function admit(): void {
    while (undecided === 0 && running < places) {
      const next = waiting.shift()
      if (!next) return
      running++
      next.enter()
    }
  }

  return {
    expect() {
      undecided++
      return () => {
        undecided--
        admit()
      }
    },
    async run(turn, task) {
      await new Promise<void>((enter) => {
        const later = waiting.findIndex((other) => other.turn > turn)
        waiting.splice(later < 0 ? waiting.length : later, 0, { turn, enter })
        admit()
      })
      try {
        return await task()
      } finally {
        running--
        admit()
      }
    },
  }
}
