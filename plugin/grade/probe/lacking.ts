/** Tells a package that was never installed from a module that a build spoilt. Main process. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const notFound = /Cannot find (?:package|module) '((?:@[^/']+\/)?[^./'][^/']*)[^']*'/

/**
 * Looks for Node's message about a missing package that the build's package.json names.
 * @returns the package's name, or null when nothing is lacking that the apparatus should have had.
 */
export function lacking(message: string, build: string): string | null {
  const name = notFound.exec(message)?.[1]
  return name && dependencies(build).has(name) ? name : null
}

function dependencies(build: string): Set<string> {
  try {
    const manifest = JSON.parse(readFileSync(join(build, 'package.json'), 'utf8'))
    const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
    return new Set(groups.flatMap((group) => Object.keys(manifest[group] ?? {})))
  } catch {
    return new Set() // no manifest, or a spoilt one: then nothing was promised
  }
}
