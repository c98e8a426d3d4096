/**
 * Every preset whose program is installed is asked a question where instruction files lie in all folders
 * above the build and in HOME: none of those may reach the model. Which of the project's own do is the
 * table `instructions` of docs/harnesses.md.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Asked, askIn } from './asked.ts'
import { reads } from './promises.ts'
import { publish } from './report/tables.ts'
import { canSeal } from './room/seal.ts'
import { absent, everyName, missing, type Subject, subjectsOf, wanted } from './subjects.ts'

const subjects = await subjectsOf(wanted)

test.for(absent)('%s is skipped', (name, { skip }) => skip(missing(name) ?? ''))

test.runIf(!canSeal())('all are skipped', ({ skip }) =>
  skip('instructions are planted in a sealed room only: it needs Linux, root and `unshare`'),
)

const all = () => true
const none = () => false

describe.runIf(canSeal() && subjects.length > 0)('in a room', () => {
  /** By whether the build is a repository, then by harness and door. */
  const amongStrangers = new Map<boolean, Map<string, Asked>>()
  const withOwn = new Map<boolean, Map<string, Asked>>()
  /** Which read AGENTS.md where it is the only one there. */
  const agentsAlone = new Set<string>()

  beforeAll(async () => {
    for (const git of [true, false]) {
      const name = git ? 'repository' : 'folder'
      amongStrangers.set(
        git,
        await askIn({ name: `strangers-${name}`, git, planted: true, holds: none }, subjects),
      )
      const among = await askIn({ name: `own-${name}`, git, planted: true, holds: all }, subjects)
      withOwn.set(git, among)
      const refused = subjects.filter(({ name }) => among.get(name)?.refused)
      const calm = await askIn({ name: `calm-${name}`, git, planted: false, holds: all }, refused)
      for (const [name, asked] of calm) {
        expect(among.get(name)?.strangers).toEqual([])
        among.set(name, asked)
      }
    }
    const read = (name: string) => withOwn.get(true)?.get(name)?.own.includes('AGENTS.md')
    const alone = await askIn(
      { name: 'alone', git: true, planted: false, holds: ({ name }) => name === 'AGENTS.md' },
      subjects.filter(({ name }) => !read(name)),
    )
    for (const { name } of subjects)
      if (read(name) || alone.get(name)?.own.length) agentsAlone.add(name)
  }, 0)

  const askedOf = (room: Map<boolean, Map<string, Asked>>, { name }: Subject, git: boolean) =>
    room.get(git)?.get(name) as Asked

  describe.for(subjects)('$name', (subject) => {
    test.for([true, false])('what is nobody’s stays away, with a repository: %s', (git) => {
      const asked = askedOf(amongStrangers, subject, git)
      expect(asked.strangers).toEqual([])
      expect(askedOf(withOwn, subject, git).strangers).toEqual([])
      if (asked.refused === null) expect(asked.calls).toBeGreaterThan(0)
      else {
        expect(asked.refused).toMatch(/^unmeasured: .* would take `.*` for this project’s/)
        expect(asked.calls).toBe(0)
      }
    })

    test.for([true, false])('it reads the project’s own, with a repository: %s', (git) => {
      expect(askedOf(withOwn, subject, git)).toMatchObject({
        refused: null,
        own: reads[subject.harness],
      })
    })
  })

  test('the table is written', async () => {
    const above = (subject: Subject) => {
      const asked = [true, false].map((git) => askedOf(amongStrangers, subject, git))
      const come = asked.flatMap(({ strangers }) => strangers)
      if (come.length > 0) return `wrong: ${[...new Set(come)].join(', ')}`
      const refused = asked.filter(({ refused }) => refused !== null)
      if (refused.length === 0) return 'never reach it'
      return refused.length === asked.length ? 'unmeasured' : 'unmeasured, without `.git`'
    }
    publish(
      {
        name: 'instructions',
        head: ['harness', 'of the project’s own', 'AGENTS.md alone', 'those above it and in HOME'],
        rows: subjects.map((subject) => [
          subject.name,
          askedOf(withOwn, subject, true)
            .own.map((name) => `\`${name}\``)
            .join(', '),
          agentsAlone.has(subject.name) ? 'reads it' : 'does not',
          above(subject),
        ]),
      },
      await everyName(),
    )
  })
})
