/** Lets a bounded number of tasks run at once, or a single one alone. Runs in the main process. */

export type Gate = {
  /** Runs a task beside up to `places` − 1 others. */
  shared<T>(task: () => Promise<T>): Promise<T>
  /** Runs a task while no other runs: those running are waited for, the others held back. */
  alone<T>(task: () => Promise<T>): Promise<T>
}

export function createGate(places: number): Gate {
  const waiting: { isAlone: boolean; enter: () => void }[] = []
  let running = 0
  let isClosed = false

  function admit(): void {
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (isClosed || running >= (next.isAlone ? 1 : places)) return
      waiting.shift()
      running++
      isClosed = next.isAlone
      next.enter()
    }
  }

  async function pass<T>(isAlone: boolean, task: () => Promise<T>): Promise<T> {
    await new Promise<void>((enter) => {
      const entry = { isAlone, enter }
      if (isAlone) waiting.unshift(entry)
      else waiting.push(entry)
      admit()
    })
    try {
      return await task()
    } finally {
      running--
      if (isAlone) isClosed = false
      admit()
    }
  }

  return {
    shared: (task) => pass(false, task),
    alone: (task) => pass(true, task),
  }
}
