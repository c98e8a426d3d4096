/** Judges what the controls showed: each rule of the instrument that does not hold is a problem. Pure. */
import { appliesTo } from '../plan/plan.ts'
import type { Suite } from '../plan/suite.ts'
import type { ControlBuild } from './builds.ts'
import { judgeFile, judgeNames } from './form.ts'
import type { Problem } from './schema.ts'
import { type SeenFile, verdictOf } from './seen.ts'

export function judge(suite: Suite, builds: ControlBuild[], files: SeenFile[]): Problem[] {
  const sound = files.filter((file) => judgeFile(file, builds).length === 0)
  return [
    ...files.flatMap((file) => judgeFile(file, builds)),
    ...judgeNames(files),
    ...judgeReference(builds, sound),
    ...judgeNothing(suite, sound),
    ...judgeUnparseable(sound),
    ...builds
      .filter(({ kind }) => kind === 'vandal')
      .flatMap((vandal) => judgeVandal(vandal, sound, files)),
    ...judgeAbilityToFail(builds, sound),
  ]
}

function judgeReference(builds: ControlBuild[], files: SeenFile[]): Problem[] {
  const names = builds.filter(({ kind }) => kind === 'reference').map(({ name }) => name)
  return files.flatMap((file): Problem[] => {
    const reds = names.filter((name) => verdictOf(file, name) !== 'pass')
    if (reds.length === 0) return []
    const reason = file.verdicts.get(reds[0] as string)?.[0]?.reason ?? ''
    return reds.length === names.length
      ? [
          {
            code: 'REFERENCE-RED',
            where: file.id,
            sentence: `it fails on the reference itself (${reason}); the assertion is wrong, or the reference does not give the same answer twice`,
          },
        ]
      : [
          {
            code: 'UNSTABLE',
            where: file.id,
            sentence: `it passed once and failed once on the same reference (${reason}); make the reference or the assertion deterministic`,
          },
        ]
  })
}

function judgeNothing(suite: Suite, files: SeenFile[]): Problem[] {
  const red = files
    .filter((file) => file.axis === 'regress' && verdictOf(file, 'nothing') !== 'pass')
    .map(
      (file): Problem => ({
        code: 'SEED-RED',
        where: file.id,
        sentence: `this regress assertion fails on the pristine seed (${file.verdicts.get('nothing')?.[0]?.reason ?? ''}): an agent that does nothing would be blamed; it touches a defect, or the seed was damaged`,
      }),
    )
  const green = suite.tasks.flatMap((task): Problem[] => {
    const own = suite.assertions
      .filter((assertion) => assertion.axis === 'change' && appliesTo(assertion, task))
      .flatMap(({ id }) => files.filter((file) => file.id === id))
    return own.length > 0 && own.every((file) => verdictOf(file, 'nothing') === 'pass')
      ? [
          {
            code: 'SEED-GREEN',
            where: `task ${task.name}`,
            sentence:
              'all its change assertions pass on the pristine seed: doing nothing solves it; the defect is gone from the seed, or back in the reference',
          },
        ]
      : []
  })
  return [...red, ...green]
}

function judgeUnparseable(files: SeenFile[]): Problem[] {
  return files
    .filter((file) => verdictOf(file, 'unparseable') === 'pass')
    .map((file) => ({
      code: 'UNPARSEABLE-GREEN',
      where: file.id,
      sentence:
        'it passes on a build that does not even parse, so it does not execute the build; probe the build with `tree.call` or `tree.run`',
    }))
}

function judgeVandal(vandal: ControlBuild, sound: SeenFile[], all: SeenFile[]): Problem[] {
  const at = (code: Problem['code'], sentence: string): Problem => ({
    code,
    where: `vandal ${vandal.name}`,
    sentence,
  })
  const base = vandal.base === 'seed' ? 'nothing' : 'reference'
  const greenBefore = sound.filter((file) => verdictOf(file, base) === 'pass')
  const unloaded = reasonNotToLoad(vandal, greenBefore)
  if (unloaded !== null)
    return [
      at(
        'VOID',
        `the build that it makes does not load (${unloaded}), so that it says nothing about behaviour; mend the patch`,
      ),
    ]
  const problems: Problem[] = []
  for (const id of vandal.reddens) {
    const file = sound.find((candidate) => candidate.id === id)
    if (!file) {
      if (!all.some((candidate) => candidate.id === id))
        problems.push(
          at(
            'UNKNOWN-NAME',
            `\`reddens\` names ${id}, but there is no such assertion; correct the name`,
          ),
        )
      continue
    }
    if (verdictOf(file, base) === 'fail')
      problems.push(
        at(
          'ALREADY-RED',
          `${id} is red on the ${vandal.base} already, so that this vandal cannot show that it is able to fail; do not name it, or choose the other \`base\``,
        ),
      )
    else if (verdictOf(file, vandal.name) === 'pass')
      problems.push(
        at(
          'SURVIVED',
          `it “${vandal.does}”, and ${id} stayed green: sharpen the assertion, or do not name it`,
        ),
      )
  }
  for (const file of greenBefore)
    if (verdictOf(file, vandal.name) === 'fail' && !vandal.reddens.includes(file.id))
      problems.push(
        at(
          'WRONG-RED',
          `it turned ${file.id} red, which it does not name (${file.verdicts.get(vandal.name)?.[0]?.reason ?? ''}); name it if that is right, else the assertion sees more than it should`,
        ),
      )
  return problems
}

/** A called module that does not load says so; of a command only what it printed is known. */
function reasonNotToLoad(vandal: ControlBuild, greenBefore: SeenFile[]): string | null {
  const seen = greenBefore.flatMap((file) => file.verdicts.get(vandal.name) ?? [])
  const reasons = seen.flatMap(({ verdict, reason }) =>
    verdict === 'fail' && reason ? [reason] : [],
  )
  const called = reasons.find((reason) => reason.includes('does not load: '))
  const everythingIsRed = seen.length > 0 && reasons.length === seen.length
  const printed = everythingIsRed
    ? reasons.find((reason) => /SyntaxError|ERR_MODULE_NOT_FOUND/.test(reason))
    : undefined
  return called ?? printed ?? null
}

/** An assertion is able to fail when the seed, or a vandal that names it, turned it red. */
function judgeAbilityToFail(builds: ControlBuild[], files: SeenFile[]): Problem[] {
  return files
    .filter(
      (file) =>
        verdictOf(file, 'nothing') !== 'fail' &&
        !builds.some(
          (build) => build.reddens.includes(file.id) && verdictOf(file, build.name) === 'fail',
        ),
    )
    .map((file) => ({
      code: 'CANNOT-FAIL',
      where: file.id,
      sentence:
        'no control turned it red: nothing shows that it is able to fail; sharpen it, and write a vandal that names it in `reddens`',
    }))
}
