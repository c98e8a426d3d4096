/** What a pass of the controls depends on, as one hash: another one, and they are run again. Main process. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { version as vitestVersion } from 'vitest/node'
import type { ResolvedOptions } from '../options.ts'
import type { Suite } from '../plan/suite.ts'
import { hashPlaces } from '../run/fingerprint.ts'
import { hashValue } from '../tree/hash.ts'
import type { Ignore } from '../tree/ignore.ts'

/** Everything that a pass depends on, our own grader and the versions that run it included. */
export async function controlFingerprint(
  suite: Suite,
  options: Pick<ResolvedOptions, 'ignore' | 'probes'>,
  ignore: Ignore,
): Promise<string> {
  const own = (folder: string) => fileURLToPath(new URL(`../${folder}`, import.meta.url))
  return hashValue({
    suite: {
      name: suite.name,
      tasks: suite.tasks.map(({ name, change }) => ({ name, change })),
      vandals: suite.vandals,
      files: suite.assertions.map(({ id }) => id),
      declared: await readFile(path.join(suite.folder, 'suite.yaml'), 'utf8').catch(() => null),
    },
    trees: await hashPlaces([suite.seed, suite.reference], ignore),
    assertions: await hashPlaces(
      [...suite.assertions.map(({ file }) => file), ...suite.shared],
      ignore,
    ),
    grader: await hashPlaces(['plan', 'grade', 'controls', 'tree', 'process'].map(own), ignore),
    ignore: options.ignore,
    probes: options.probes.seconds,
    versions: { node: process.version, vitest: vitestVersion, platform: process.platform },
  })
}
