/**
 * What an assertion file imports, as `harnessbench/grade`. Runs in a Vitest worker.
 *
 *     describe.for(builds)('$label', (build) => {
 *       test('fmt(0.005) rounds half a cent up', async () => {
 *         await expect(build).toMatchReference((tree) => tree.call('src/money.ts', 'fmt', 0.005))
 *       })
 *     })
 */
import { expect } from 'vitest'
import { type Build, outcomeOf, type Tree } from './build.ts'

export type { Build, CommandResult, Tree } from './build.ts'
export { builds } from './builds.ts'

interface GradeMatchers {
  /**
   * Asks the build and the suite's reference the same, and compares the answers strictly
   * (as `toStrictEqual`). An error thrown by the code under test is an answer too.
   * @param probe what is asked; it may ask several things and put them together
   */
  toMatchReference(probe: (tree: Tree) => unknown): Promise<void>
}

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown>
    extends GradeMatchers {}
}

expect.extend({
  async toMatchReference(build: Build, probe: (tree: Tree) => unknown) {
    if (typeof probe !== 'function' || typeof build?.reference?.call !== 'function')
      throw new TypeError(
        'toMatchReference: write `await expect(build).toMatchReference((tree) => tree.call(…))`, with a build from `builds`',
      )
    const wanted = await outcomeOf(build.reference, probe)
    const got = await outcomeOf(build, probe)
    const plain = 'returned' in wanted && 'returned' in got
    const expected = plain ? wanted.returned : wanted
    const actual = plain ? got.returned : got
    let pass = true
    try {
      expect(actual).toStrictEqual(expected)
    } catch {
      pass = false
    }
    return {
      pass,
      actual,
      expected,
      message: () =>
        pass
          ? `${build.label} answers as the reference does`
          : `${build.label} does not answer as the reference does`,
    }
  },
})
