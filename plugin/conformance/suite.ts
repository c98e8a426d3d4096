/** A tiny suite for checks of conformance, in a folder of its own. Main process. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Script } from '../../adapters/scripted/script.ts'
import type { Suite } from '../plan/suite.ts'
import { allCases, DONE, MARK_FILE, README_WORD } from './cases.ts'

export const SUITE = 'conformance'

const seed = {
  'package.json': '{ "type": "module" }\n',
  'README.md': `# A small project\n\nNothing but a word: ${README_WORD}.\n`,
  'src/sum.ts': 'export function sum(a: number, b: number): number {\n  return a - b\n}\n',
  [MARK_FILE]: 'Of no use to anybody.\n',
}

/** What a replay applies, which has no model to follow. */
const patch = `--- /dev/null\n+++ b/${DONE.path}\n@@ -0,0 +1,1 @@\n+${DONE.content}`

/** @param extra names of tasks that have no script */
export async function makeSuite(folder: string, extra: readonly string[]): Promise<Suite> {
  const at = (place: string) => path.join(folder, place)
  const files = Object.entries(seed).flatMap(([name, text]) => [
    [`seed/${name}`, text],
    [`reference/${name}`, text],
  ])
  for (const [name, text] of [...files, ['suite/replays/work.1.patch', patch]] as [
    string,
    string,
  ][]) {
    await mkdir(path.dirname(at(name)), { recursive: true })
    await writeFile(at(name), text)
  }
  const task = (name: string, brief: string) => ({
    name,
    brief,
    change: [],
    creates: [],
    harderThan: null,
  })
  return {
    name: SUITE,
    folder: at('suite'),
    seed: at('seed'),
    reference: at('reference'),
    tasks: [
      ...allCases.map(({ name, brief }) => task(name, brief)),
      ...extra.map((name) => task(name, 'Do as you like.\n')),
    ],
    assertions: [],
    vandals: [],
    shared: [],
  }
}

/** By the case's name. */
export const scripts: Record<string, Script> = Object.fromEntries(
  allCases.map(({ name, turns }) => [name, { does: name, turns }]),
)
