/**
 * Any program with a command line, driven as it is: `argv` with `{brief}` in it, or the brief on
 * standard input, or in a file whose path replaces `{briefFile}`.
 */
import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { type Context, type Metadata, Unmeasured } from '../plugin/run/adapter.ts'
import { called } from './program/called.ts'
import { lastWords } from './program/last-words.ts'
import { namesAddress, openFill } from './program/placeholders.ts'
import { type Ended, LONGEST_ARGUMENT, runProcess } from './program/process.ts'
import { byExitCode } from './program/verdict.ts'

export const version = '1'

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

export { checkCommandLine as check } from './program/command-line.ts'

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
  const [program = '', ...args] = argv.map(fill)
  const tooLong = args.find((argument) => Buffer.byteLength(argument) > LONGEST_ARGUMENT)
  if (tooLong !== undefined)
    throw new Unmeasured(
      `an argument of ${Buffer.byteLength(tooLong)} bytes is longer than this system takes (${LONGEST_ARGUMENT}): give the brief on standard input, or by {briefFile}`,
    )

  const folder = path.resolve(build, cwd)
  if (!(await isFolder(folder)))
    throw new Unmeasured(`there is no folder ${cwd} in the build; mend \`options.cwd\``)

  const running = {
    command: [program] as [string],
    args,
    cwd: folder,
    env: {
      ...context.env,
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])),
    },
    stdin: !asArgument && !asFile && door === 'stdin' ? brief : '',
    onStdout() {},
    onStderr() {},
  }
  const ended = await runProcess(running, context).catch((error: Error) => {
    throw isMissing(error) ? new Unmeasured(whereToLook(program)) : error
  })
  if (context.signal.aborted || isFine(ended, exitCodes)) return {}
  const how = byExitCode({ ...ended, stop: null, failed: null }) ?? 'ended with exit code 0'
  const said = lastWords(ended.stderr)
  return { crashed: `${called(argv)} ${how}${said && `: ${said}`}` }
}

const isFine = ({ exitCode, signal }: Ended, exitCodes: number[]) =>
  signal === null && exitCode !== null && exitCodes.includes(exitCode)

const isMissing = ({ cause }: Error) => (cause as { code?: unknown } | undefined)?.code === 'ENOENT'

const whereToLook = (program: string) =>
  `${program} ${path.isAbsolute(program) ? 'is not there' : 'is not on the PATH that a harness gets'}; install it, or write its absolute path in \`options.argv\``

function isFolder(place: string): Promise<boolean> {
  return stat(place).then(
    (status) => status.isDirectory(),
    () => false,
  )
}
