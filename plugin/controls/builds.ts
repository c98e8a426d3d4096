/** Puts the control builds of a suite together in a temporary folder. Main process. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Suite } from '../plan/suite.ts'
import { copyTree } from '../tree/copy.ts'
import type { Ignore } from '../tree/ignore.ts'
import { applyPatch } from '../tree/patch.ts'
import { walk } from '../tree/walk.ts'
import type { Problem } from './schema.ts'

export interface ControlBuild {
  name: string
  kind: 'nothing' | 'reference' | 'unparseable' | 'vandal'
  does: string
  reddens: string[]
  /** What the control was made from, and is judged against. */
  base: 'seed' | 'reference'
  folder: string
}

const code =
  /\.([cm]?[jt]sx?|py|rb|php|go|rs|java|kt|scala|cs|c|cc|cpp|h|hpp|swift|lua|pl|sh|vue|svelte)$/i

/** Unbalanced in every language that we know. */
const rubbish = '\n<<<<<<< )]}"\'`( this does not parse\n'

/** @returns the builds, and a problem for each vandal that cannot be made */
export async function makeControls(
  suite: Suite,
  folder: string,
  ignore: Ignore,
): Promise<{ builds: ControlBuild[]; problems: Problem[] }> {
  const problems: Problem[] = []
  const fixed: ControlBuild[] = [
    {
      name: 'nothing',
      kind: 'nothing',
      does: 'the pristine seed',
      folder: suite.seed,
      base: 'seed',
      reddens: [],
    },
    {
      name: 'reference',
      kind: 'reference',
      does: 'the reference',
      folder: suite.reference,
      base: 'reference',
      reddens: [],
    },
    {
      name: 'reference-again',
      kind: 'reference',
      does: 'the reference, once more',
      folder: suite.reference,
      base: 'reference',
      reddens: [],
    },
  ]
  const vandals = await Promise.all(
    suite.vandals.map(async (vandal): Promise<ControlBuild[]> => {
      const place = path.join(folder, `vandal-${vandal.name}`)
      try {
        await copyTree(suite[vandal.base], place, ignore)
        await applyPatch(place, vandal.patch)
      } catch (error) {
        problems.push({
          code: 'VOID',
          where: `controls/${vandal.name}.patch`,
          sentence: `the patch does not apply to the ${vandal.base} (${(error as Error).message}); if the ${vandal.base} was changed by mistake restore it, otherwise make the patch again`,
        })
        return []
      }
      const { name, does, base, reddens } = vandal
      return [{ name, kind: 'vandal', does, base, reddens, folder: place }]
    }),
  )
  const unparseable = path.join(folder, 'unparseable')
  await copyTree(suite.seed, unparseable, ignore)
  if ((await spoil(unparseable, ignore)) === 0)
    problems.push({
      code: 'UNPARSEABLE-GREEN',
      where: suite.name,
      sentence:
        'the seed holds no source file that could be made unparseable; a suite needs code to grade',
    })
  return {
    builds: [
      ...fixed,
      ...vandals.flat(),
      {
        name: 'unparseable',
        kind: 'unparseable',
        does: 'left the build unparseable',
        folder: unparseable,
        base: 'seed',
        reddens: [],
      },
    ],
    problems,
  }
}

/** Makes every source file of a tree one that no parser accepts. @returns how many there were */
async function spoil(folder: string, ignore: Ignore): Promise<number> {
  const sources = (await walk(folder, ignore)).filter(
    (entry) => entry.kind === 'file' && code.test(entry.path),
  )
  for (const source of sources) {
    const file = path.join(folder, source.path)
    await writeFile(file, rubbish + (await readFile(file, 'utf8')))
  }
  return sources.length
}
