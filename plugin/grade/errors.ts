/** Errors by which a test tells more than that it failed. Any process. */

/** Name of the error of a test that has no verdict. */
export const UNGRADED = 'HarnessBenchUngraded'

/** No verdict is possible: the apparatus failed, not the build. */
export class UngradedError extends Error {
  override name = UNGRADED
}

/** The build could not answer: it does not load, ended early, or hangs. A failed assertion. */
export class BuildError extends Error {
  override name = 'BuildError'
}
