/** Where seed and reference differ: at one place for each defect, or where `suite.yaml` says, and nowhere else. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { structuredPatch } from 'diff'
import { parse } from 'yaml'
import * as z from 'zod'
import { check } from '../plan/fault.ts'
import type { Suite } from '../plan/suite.ts'
import { compareTrees } from '../tree/compare.ts'
import type { Ignore } from '../tree/ignore.ts'
import type { Problem } from './schema.ts'

const declarationSchema = z.strictObject({
  /** File below the project → how many places in it differ. */
  differences: z.record(z.string(), z.int().positive()),
})

/** @returns no problem where what differs is just what should */
export async function checkDifferences(suite: Suite, ignore: Ignore): Promise<Problem[]> {
  const found = await countPlaces(suite, ignore)
  const declared = await readDeclaration(suite)
  if ('problem' in declared) return [declared.problem]
  if (declared.differences) {
    const files = new Set([...found.keys(), ...Object.keys(declared.differences)])
    return [...files].sort().flatMap((file) => {
      const is = found.get(file) ?? 0
      const should = declared.differences?.[file] ?? 0
      return is === should ? [] : [difference(file, is, should, 'suite.yaml declares')]
    })
  }
  const defects = new Set(
    suite.assertions.flatMap(({ defect }) => (defect === null ? [] : [defect])),
  )
  const total = [...found.values()].reduce((sum, count) => sum + count, 0)
  if (total === defects.size) return []
  const places = [...found].map(([file, number]) => `${file} (${number})`).join(', ')
  return [
    {
      code: 'DIFFERENCES',
      where: 'seed and reference',
      sentence: `they ${total > 0 ? `differ at ${count(total, 'place')}: ${places}` : 'do not differ'}; the folders below change/ name ${count(defects.size, 'defect')}. ${
        total > defects.size
          ? 'Undo what is not a defect, or declare the places in suite.yaml'
          : 'A defect was repaired in the seed or put back into the reference: restore it'
      }`,
    },
  ]
}

function difference(file: string, is: number, should: number, who: string): Problem {
  return {
    code: 'DIFFERENCES',
    where: file,
    sentence: `seed and reference differ at ${count(is, 'place')} of it, ${who} ${should}; ${
      is < should
        ? 'a defect was repaired in the seed or put back into the reference: restore it'
        : 'undo the difference that is not a defect, or declare it'
    }`,
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Runs of changed lines, by file; a file that is only on one side, or not text, counts as one place. */
async function countPlaces(suite: Suite, ignore: Ignore): Promise<Map<string, number>> {
  const { added, removed, changed } = await compareTrees(suite.seed, suite.reference, ignore)
  const counted = await Promise.all(
    changed.map(async (file): Promise<[string, number]> => {
      const [before, after] = await Promise.all(
        [suite.seed, suite.reference].map((root) =>
          readFile(path.join(root, file), 'utf8').catch(() => ''),
        ),
      )
      const { hunks } = structuredPatch(file, file, before as string, after as string, '', '', {
        context: 0,
      })
      return [file, Math.max(1, hunks.length)]
    }),
  )
  return new Map([...counted, ...[...added, ...removed].map((file): [string, number] => [file, 1])])
}

async function readDeclaration(
  suite: Suite,
): Promise<{ differences: Record<string, number> | null } | { problem: Problem }> {
  const text = await readFile(path.join(suite.folder, 'suite.yaml'), 'utf8').catch(() => null)
  if (text === null) return { differences: null }
  const wrong = (why: string) => ({
    problem: {
      code: 'DIFFERENCES' as const,
      where: 'suite.yaml',
      sentence: `${why}; write \`differences:\` with the number of places for each file`,
    },
  })
  try {
    const checked = check(declarationSchema, parse(text))
    return 'data' in checked
      ? checked.data
      : wrong(checked.faults.map((fault) => `\`${fault.path}\` ${fault.text}`).join('; '))
  } catch (error) {
    return wrong(`it is no valid YAML: ${(error as Error).message}`)
  }
}
