/**
 * What can be seen to be wrong with a program's command line before anything is spent, for adapters with
 * `argv` and `env`. In the process in which an adapter is only asked what it is.
 */
import path from 'node:path'
import { type Prospect, WrongOption } from '../../plugin/run/adapter.ts'
import { isProgram, onPath } from './find.ts'
import { checkProvider } from './model.ts'

interface CommandLine {
  argv: [string, ...string[]]
  env: Record<string, string>
}

/** @throws WrongOption for a program, or the address of a provider, that there is not */
export async function checkCommandLine(
  options: Record<string, unknown>,
  prospect: Prospect,
): Promise<void> {
  await checkAddresses(options, prospect)
  const { argv, env } = options as unknown as CommandLine
  const [program] = argv
  if (isMissing(program, env.PATH))
    throw new WrongOption(
      'options.argv',
      path.isAbsolute(program)
        ? `there is no program ${program}; install it, or correct its path`
        : `the program \`${program}\` is not on the PATH that a harness gets (no folder of node_modules or of this project is in it); install it, or write its absolute path`,
    )
}

/** As far as it can be told: what placeholders stand for, and what a build holds, shows in a run. */
function isMissing(program: string, ownPath: string | undefined): boolean {
  if (/[{}]/.test(program)) return false
  if (path.isAbsolute(program)) return !isProgram(program)
  // Every harness gets a Node.
  if (/[/\\]/.test(program) || program === 'node' || ownPath !== undefined) return false
  return onPath(program, process.env) === undefined
}

/** @throws WrongOption for the address of a provider that there is not */
export async function checkAddresses(
  options: Record<string, unknown>,
  { providers }: Prospect,
): Promise<void> {
  const { argv, env } = options as unknown as CommandLine
  const places = [
    ...argv.map((text) => ['argv', text] as const),
    ...Object.entries(env).map(([name, text]) => [`env.${name}`, text] as const),
  ]
  for (const [place, text] of places)
    for (const [, provider = ''] of text.matchAll(/\{url:([^{}]+)\}/g))
      await checkProvider(provider, `options.${place}`, providers)
}
