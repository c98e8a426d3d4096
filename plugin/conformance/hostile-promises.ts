/**
 * What is promised of programs that do all they can to spoil a measurement. The meter counts a call of
 * each: that one is not `finished` is what its adapter says, or the clock. Main process.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isAlive } from '../process/identity.ts'
import { type HostileName, hostilePrograms } from './hostile.ts'
import type { Observed } from './laboratory.ts'
import { broken, ended, held, type Judged, type Promised, type Seen, unseen } from './promise.ts'
import { ALLOWANCE, printed } from './promises.ts'

type Judge = (observed: Observed, seen: Seen) => Judged | Promise<Judged>

/** Bytes of output that are kept at most, with room for the word that some were cut. */
const MOST_OUTPUT = 2_001_000

const judges: Record<HostileName, Judge> = {
  'ignores-sigterm': notFinished,
  'asks-for-ever': notFinished,
  'leaves-grandchild': async (observed) => {
    const pid = Number(await inTree(observed, 'child.txt'))
    if (!pid) return broken(`it left none (${ended(observed)})`)
    return isAlive(String(pid))
      ? broken('that process still runs')
      : held(`gone; ${ended(observed)}`)
  },
  'fails-with-0': notFinished,
  'writes-after-exit': async (observed) => {
    if ((await inTree(observed, 'early.txt')) === null)
      return broken(`it wrote nothing at all (${ended(observed)})`)
    return (await inTree(observed, 'late.txt')) === null
      ? held('not in the tree')
      : broken('it is in the tree')
  },
  'prints-one-line': async (observed) => {
    const { bytes, kept } = observed.attempt.output
    const isCut = /\n\[\S+ \d+ bytes cut \S+\]\n/.test(await outputOf(observed))
    return bytes >= 100_000_000 && kept <= MOST_OUTPUT && isCut
      ? held(`${printed(observed)}; ${ended(observed)}`)
      : broken(`${printed(observed)}${isCut ? '' : ', and the cut is not said'}`)
  },
  'prints-bytes': async (observed) =>
    (await outputOf(observed)).includes('\xff\xfe\xc0\x80\x00\xed\xa0\x80')
      ? held(`kept as they came; ${ended(observed)}`)
      : broken('they are not in the output'),
  'prints-secrets': async (observed, { secrets }) => {
    const output = await outputOf(observed)
    if (output === '') return broken('it printed nothing')
    const found = secrets.filter(
      ({ text, mayBeArgument }) => !mayBeArgument && output.includes(text),
    )
    return found.length > 0
      ? broken(`it was given ${found.map(({ name }) => name).join(', ')}`)
      : held('neither the real key nor a path of the suite')
  },
  'goes-away': emptied,
  'deletes-workspace': emptied,
  'needs-tty': notFinished,
  'claims-nonsense': ({ attempt: { claim } }) => {
    if (claim === null) return held('nothing is claimed')
    const figures = [claim.cost, ...Object.values(claim.tokens)]
    return figures.every((figure) => figure === null || figure >= 0)
      ? held('what is no number is unknown')
      : broken(`it claims ${figures.join(', ')}`)
  },
  'repeats-usage': ({ attempt: { claim } }) => {
    if (claim === null || claim.tokens.input === null)
      return unseen('it does not read these frames')
    const { input, output } = claim.tokens
    return input === 20 && output === 10
      ? held('each counts once')
      : broken(`it claims ${input} and ${output} tokens for 20 and 10`)
  },
}

export const hostilePromises: readonly Promised[] = Object.entries(hostilePrograms).map(
  ([key, { does, seconds }]) => ({
    promise: `survives a program that ${does}`,
    tries: key as HostileName,
    judge(seen) {
      const name = key as HostileName
      const observed = seen.hostile(name)
      if (observed === undefined) return unseen('it was not driven')
      if (observed.left.length > 0) return broken('a process is left')
      if (observed.seconds > seconds + ALLOWANCE)
        return broken(`it took ${observed.seconds.toFixed(1)} s, of ${seconds} s`)
      return judges[name](observed, seen)
    },
  }),
)

function notFinished(observed: Observed): Judged {
  const how = `${ended(observed)}, after ${observed.seconds.toFixed(1)} s`
  return observed.attempt.outcome === 'finished' ? broken(how) : held(how)
}

async function emptied(observed: Observed): Promise<Judged> {
  const { edits } = observed.attempt
  if (edits === null) return broken(ended(observed))
  return existsSync(path.join(observed.tree, 'package.json'))
    ? broken(`it did not get there (${ended(observed)})`)
    : held(`an empty build; ${ended(observed)}`)
}

function inTree(observed: Observed, name: string): Promise<string | null> {
  return readFile(path.join(observed.tree, name), 'utf8').catch(() => null)
}

function outputOf({ folder }: Observed): Promise<string> {
  return readFile(path.join(folder, 'output.txt'), 'latin1').catch(() => '')
}
