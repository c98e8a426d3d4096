/** Judges assertion files by themselves: one tagged check each, under a name of its own, with verdicts. Pure. */
import type { ControlBuild } from './builds.ts'
import type { Problem } from './schema.ts'
import { type SeenFile, verdictOf } from './seen.ts'

export function judgeFile(file: SeenFile, builds: ControlBuild[]): Problem[] {
  const at = (code: Problem['code'], sentence: string): Problem => ({
    code,
    where: file.id,
    sentence,
  })
  if (file.error !== null) return [at('DOES-NOT-COMPILE', file.error)]
  const problems: Problem[] = []
  const axes = file.tags.filter((tag) => tag === 'change' || tag === 'regress')
  if (file.names.length > 0 && axes.length === 0)
    problems.push(
      at('UNTAGGED', `the file has no tag; put \`/** @module-tag ${file.axis} */\` at its head`),
    )
  else if (axes.length > 1)
    problems.push(
      at(
        'DOUBLY-TAGGED',
        'the file is tagged both change and regress; an assertion is of one axis: remove one tag',
      ),
    )
  else if (axes.length === 1 && axes[0] !== file.axis)
    problems.push(
      at(
        'DOUBLY-TAGGED',
        `the tag says ${axes[0]}, the folder says ${file.axis}; move the file or correct the tag`,
      ),
    )
  if (file.skipped > 0)
    problems.push(
      at(
        'SKIPPED',
        'its test is skipped or to do, which is never a pass; write it, or remove the file',
      ),
    )
  else if (file.names.length === 0)
    problems.push(at('EMPTY', 'the file holds no test; write one, or remove the file'))
  else if (builds.some(({ name }) => file.verdicts.get(name)?.length !== 1))
    problems.push(
      at(
        'NOT-ONE-CHECK',
        `there must be exactly one test for each build; write \`describe.for(builds)('$label', (build) => { test('…', …) })\` with a single test inside (seen: ${file.names.map((name) => JSON.stringify(name)).join(', ')})`,
      ),
    )
  if (problems.length > 0) return problems
  const ungraded = builds.filter(({ name }) => verdictOf(file, name) === 'ungraded')
  if (ungraded.length > 0)
    problems.push(
      at(
        'UNGRADED',
        `there is no verdict on ${ungraded.map(({ name }) => name).join(', ')}: ${file.verdicts.get(ungraded[0]?.name ?? '')?.[0]?.reason ?? 'no reason given'}; mend the apparatus (a busy machine? a missing package?) and run again`,
      ),
    )
  return problems
}

export function judgeNames(files: SeenFile[]): Problem[] {
  const byName = Map.groupBy(
    files.flatMap((file) => [...new Set(file.names)].map((name) => ({ name, id: file.id }))),
    ({ name }) => name,
  )
  return [...byName].flatMap(([name, holders]) =>
    holders.length < 2
      ? []
      : [
          {
            code: 'DUPLICATE-NAME' as const,
            where: holders.map(({ id }) => id).join(', '),
            sentence: `these assertions share the name ${JSON.stringify(name)}, so that a report could not tell them apart; rename all but one`,
          },
        ],
  )
}
