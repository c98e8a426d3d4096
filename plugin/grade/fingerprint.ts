/** What a verdict depends on beside the build: another one, and the stored build is graded again. Main process. */
import type { Suite } from '../plan/suite.ts'
import { hashPlaces } from '../run/fingerprint.ts'
import { hashTree, hashValue } from '../tree/hash.ts'
import type { Ignore } from '../tree/ignore.ts'

/** Bumped when the grader would judge the same build otherwise. */
const GRADER_VERSION = 1

/** @returns a fingerprint for each assertion of the suite, by id */
export async function gradeFingerprints(
  suite: Suite,
  ignore: Ignore,
): Promise<Map<string, string>> {
  const reference = await hashTree(suite.reference, ignore)
  const shared = await hashPlaces(suite.shared, ignore)
  return new Map(
    await Promise.all(
      suite.assertions.map(async ({ id, file }) => {
        const source = await hashPlaces([file], ignore)
        return [
          id,
          hashValue({ reference, shared, source, version: GRADER_VERSION }).slice(0, 32),
        ] as const
      }),
    ),
  )
}
