/**
 * Finds a harness's program, and asks its version. In the adapter's process, and in the one in which
 * an adapter is only asked what it is.
 */
import { accessSync, constants, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import type { Preset } from './preset.ts'

/** Milliseconds that a program has to say its version. */
const LONGEST_VERSION = 30_000

/** What a program is started by: itself, or Node and its script. */
export type Command = [file: string, ...args: string[]]

type Known = Pick<Preset, 'name' | 'program' | 'package' | 'tried' | 'install' | 'asksVersion'>

/**
 * @param given option `path`: an absolute path, or a name to look for
 * @throws with what to install, where it is not there
 */
export function findProgram(
  {
    program,
    package: pkg,
    tried,
    install = `npm install --global ${pkg}@${tried} is what this was tried with`,
  }: Known,
  given: string | undefined,
  env: NodeJS.ProcessEnv,
): Command {
  const wanted = given ?? program
  const found = path.isAbsolute(wanted) ? executable(wanted) : onPath(wanted, env)
  if (found !== undefined)
    // Not by our own Node’s path, which would tell where we are.
    return /\.[cm]?js$/.test(found) ? ['node', found] : [found]
  const where = path.isAbsolute(wanted)
    ? `there is no program ${wanted}`
    : `the program \`${wanted}\` is not on the PATH that a harness gets (no folder of node_modules or of this project is in it)`
  throw new Error(
    `${where}; install it (${install}), or write its absolute path in \`options.path\``,
  )
}

function foldersOf({ PATH = '' }: NodeJS.ProcessEnv): string[] {
  return PATH.split(path.delimiter).filter((folder) => path.isAbsolute(folder))
}

export const isProgram = (file: string) => executable(file) !== undefined

export function onPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  for (const folder of foldersOf(env)) {
    // Also in the process that only asks: what is not found in a run must not be found there.
    if (folder.includes('node_modules')) continue
    const found = executable(path.join(folder, name))
    if (found !== undefined) return found
  }
  return undefined
}

function executable(file: string): string | undefined {
  const ends = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : ['']
  return ends.map((end) => file + end).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    if (!/\.[cm]?js$/.test(file)) accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/**
 * @returns what the program says of itself: a version number where there is one
 * @throws where it does not say it
 */
export async function askVersion(
  { program, asksVersion = ['--version'] }: Known,
  [file, ...args]: Command,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  // Some make themselves at home before they answer.
  const home = await mkdtemp(path.join(tmpdir(), 'v-'))
  try {
    const result = await execa(file, [...args, ...asksVersion], {
      cwd: home,
      env: {
        ...env,
        // Our own Node first: what is on the machine may be too old for it.
        PATH: [path.dirname(process.execPath), env.PATH ?? ''].join(path.delimiter),
        HOME: home,
        USERPROFILE: home,
        TMPDIR: home,
        TERM: 'dumb',
      },
      extendEnv: false,
      input: '',
      reject: false,
      all: true,
      timeout: LONGEST_VERSION,
      maxBuffer: 1_000_000,
      killDescendants: true,
      forceKillAfterDelay: 1000,
    })
    const said = result.stdout.trim() || result.stderr.trim()
    if (result.exitCode === 0 && said !== '')
      return (
        /\d+\.\d+\.\d+([.+-]?\w+)*/.exec(said)?.[0] ?? (said.split('\n')[0] as string).slice(0, 80)
      )
    const why = result.timedOut
      ? `did not answer within ${LONGEST_VERSION / 1000} s`
      : `failed: ${(said || result.shortMessage || '').split('\n').slice(-1)[0]}`
    throw new Error(
      `\`${[program, ...asksVersion].join(' ')}\`, by which ${file} is asked its version, ${why}; see that it runs by itself`,
    )
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}
