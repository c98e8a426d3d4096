/** A script in the words of another harness's tools. Runs in the main process. */
import type { ScriptTurn } from '../script.ts'
import { readAct } from './acts.ts'
import type { Call, Dialect } from './dialect.ts'
import type { Place } from './place.ts'

/**
 * The turns that a harness is given whose work ends with an answer that calls nothing: what stands
 * beside `finish` comes in an answer before.
 */
export function endingInText(turns: ScriptTurn[]): ScriptTurn[] {
  return turns.flatMap((turn) => {
    const finish = turn.calls.find((call) => 'finish' in call)?.finish
    if (finish === undefined) return [turn]
    const { calls: all, say, ...rest } = turn
    const summary = String(finish.summary ?? '')
    const calls = all.filter((call) => !('finish' in call))
    if (calls.length > 0)
      return [
        { ...turn, calls },
        { ...rest, say: summary, calls: [] },
      ]
    return [{ ...rest, say: [say, summary].filter(Boolean).join('\n\n'), calls: [] }]
  })
}

export function translate({ calls }: ScriptTurn, dialect: Dialect, place: Place): Call[] {
  return calls.flatMap((call) =>
    Object.entries(call).flatMap(([name, given]) => {
      const { act, input } = readAct(name, given)
      return dialect.says[act](input as never, place)
    }),
  )
}
