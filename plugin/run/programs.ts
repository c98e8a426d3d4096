/** Notices that a harness's program is replaced, by itself perhaps, while a run goes on. Main process. */
import type { ReadyCondition } from './conditions.ts'
import { markOf } from './mark.ts'

/** @returns why a condition's program is another one than when the run began; null where it is not */
export type Replaced = (condition: ReadyCondition) => Promise<string | null>

/**
 * A look at the file costs next to nothing; only one that has changed is asked its version again.
 * @param ask describes the condition of that name again
 */
export function watchPrograms(ask: (name: string) => Promise<ReadyCondition>): Replaced {
  const asked = new Map<string, Promise<string | null>>()
  return async (condition) => {
    const { name, program } = condition
    if (program === null) return null
    const mark = await markOf(program.file)
    if (mark === program.mark) return null
    const key = `${name} ${mark}`
    let answer = asked.get(key)
    if (!answer) {
      answer = compare(condition, program.file, ask)
      asked.set(key, answer)
    }
    return answer
  }
}

async function compare(
  { name, version }: ReadyCondition,
  file: string,
  ask: (name: string) => Promise<ReadyCondition>,
): Promise<string | null> {
  const now = await ask(name).then(
    (ready) => (ready.version === version ? null : `is now \`${ready.version}\``),
    (error: Error) => `cannot be asked its version any more (${error.message})`,
  )
  return (
    now &&
    `the program ${file} was replaced while the run went on: it was \`${version}\`, and ${now}; keep it from updating itself, and run again`
  )
}
