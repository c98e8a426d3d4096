/**
 * Any program with a command line, driven as it is: `argv` with `{brief}` in it, or the brief on
 * standard input, or in a file whose path replaces `{briefFile}`.
 */
import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import * as z from 'zod'
import { type Context, type Metadata, Unmeasured } from '../plugin/run/adapter.ts'
import { namesAddress, openFill } from './program/placeholders.ts'

export const version = '1'

/** Longest single argument on Linux is 128 KiB, a whole command line on Windows 32 KiB. */
const LONGEST_ARGUMENT = process.platform === 'win32' ? 30_000 : 131_071

export const options = z.strictObject({
  /**
   * Program and arguments; `{brief}`, `{briefFile}`, `{model}`, `{home}` are replaced, and for a
   * metered program `{url:PROVIDER}` (the provider's base URL) and `{key}`.
   */
  argv: z.array(z.string()).min(1),
  /** How the brief gets in where `argv` holds neither `{brief}` nor `{briefFile}`. */
  brief: z.enum(['stdin', 'none']).default('stdin'),
  /** Folder to start in, below the build. */
  cwd: z.string().default('.'),
  /** Variables beside the allow-list; the same placeholders are replaced. */
  env: z.record(z.string(), z.string()).default({}),
  /** Exit codes that mean that the harness ended well. */
  exitCodes: z.array(z.int()).default([0]),
})

/** A program whose arguments or variables name a provider's address makes its calls there. */
export function metered(given: Record<string, unknown>): boolean {
  const { argv, env } = given as z.output<typeof options>
  return [...argv, ...Object.values(env)].some(namesAddress)
}

/** @throws Unmeasured when the program cannot be started */
export async function run(build: string, brief: string, context: Context): Promise<Metadata> {
  const { argv, brief: door, cwd, env, exitCodes } = context.options as z.output<typeof options>
  const briefFile = path.join(context.home, 'brief.md')
  const asArgument = argv.some((argument) => argument.includes('{brief}'))
  const asFile = argv.some((argument) => argument.includes('{briefFile}'))
  if (asFile) await writeFile(briefFile, brief)
  const fill = openFill(context, { brief, briefFile })
  const [program, ...args] = argv.map(fill)
  const tooLong = args.find((argument) => Buffer.byteLength(argument) > LONGEST_ARGUMENT)
  if (tooLong !== undefined)
    throw new Unmeasured(
      `an argument of ${Buffer.byteLength(tooLong)} bytes is longer than this system takes (${LONGEST_ARGUMENT}): give the brief on standard input, or by {briefFile}`,
    )

  const folder = path.resolve(build, cwd)
  if (!(await isFolder(folder)))
    throw new Unmeasured(`there is no folder ${cwd} in the build; mend \`options.cwd\``)

  const result = await execa(program as string, args, {
    cwd: folder,
    env: {
      ...context.env,
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])),
    },
    extendEnv: false,
    input: !asArgument && !asFile && door === 'stdin' ? brief : '',
    // What we print is kept by the main process; and nobody waits for a server that the harness left
    // running with its streams open.
    stdout: 'inherit',
    stderr: 'inherit',
    reject: false,
    cancelSignal: context.signal,
    killDescendants: true,
    forceKillAfterDelay: 2000,
    stripFinalNewline: false,
  })
  if (result.isCanceled) return {}
  if (result.exitCode === undefined && result.signal === undefined)
    throw new Unmeasured(
      result.code === 'ENOENT'
        ? `${program} ${path.isAbsolute(program as string) ? 'is not there' : 'is not on the PATH that a harness gets'}; install it, or write its absolute path in \`options.argv\``
        : `${program} could not be started: ${result.originalMessage ?? result.shortMessage}`,
    )
  if (result.signal !== undefined) return { crashed: `${program} was ended by ${result.signal}` }
  if (!exitCodes.includes(result.exitCode as number))
    return { crashed: `${program} ended with exit code ${result.exitCode}` }
  return {}
}

function isFolder(place: string): Promise<boolean> {
  return stat(place).then(
    (status) => status.isDirectory(),
    () => false,
  )
}
