/**
 * Instructions that a harness would take from folders above the build, where they are nobody's who asked
 * for anything. In the adapter's process.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Unmeasured } from '../../plugin/run/adapter.ts'
import type { Preset } from './preset.ts'

/** @throws Unmeasured where there are some that nothing keeps the harness from */
export function refuseStrangers({ program, readsAbove }: Preset<never>, build: string): void {
  const isRepository = existsSync(path.join(build, '.git'))
  const names = [
    ...(readsAbove?.always ?? []),
    ...(isRepository ? [] : (readsAbove?.withoutGit ?? [])),
  ]
  const found = foldersAbove(build)
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((place) => existsSync(place))
  if (found === undefined) return
  const byGit = readsAbove?.withoutGit?.includes(path.basename(found))
  throw new Unmeasured(
    `${program} would take \`${found}\` for this project’s instructions, and nothing keeps it from that; move it away, or let TMPDIR name a folder that has none above it${byGit ? ', or set the option `git: true`' : ''}`,
  )
}

/** The nearest first. */
export function foldersAbove(folder: string): string[] {
  const above = path.dirname(folder)
  return above === folder ? [] : [above, ...foldersAbove(above)]
}
