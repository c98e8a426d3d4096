/** What a program is called in words: an interpreter by what it runs. Pure. In the adapter's process. */
import path from 'node:path'

const interpreters =
  /^(node|nodejs|tsx|bun|deno|python[\d.]*|ruby|perl|php|java|sh|bash|dash|zsh|npx|bunx|uvx|pipx)(\.exe|\.cmd)?$/i

/** Their next argument is no script. */
const withValue = new Set(['--import', '--require', '-r', '--loader', '--env-file'])

/** What follows is code, which is no name. */
const withCode = new Set(['-e', '--eval', '-p', '--print', '-c'])

/** @param argv as a condition has it, so that no brief gets in */
export function called([program = '', ...args]: string[]): string {
  const name = path.basename(program)
  if (!interpreters.test(name)) return name
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] as string
    if (withCode.has(argument)) break
    if (withValue.has(argument)) index++
    else if (!argument.startsWith('-') && argument !== 'run')
      return `${name} ${path.basename(argument)}`
  }
  return name
}
