/**
 * Axium, which is talked to on standard input: each line is a turn, and the end of the input ends it.
 * Not run here: it is on no registry. What it asks its user is answered by the next line, whatever
 * that is: so a brief is one line, no other follows while it works, and the input stays open.
 */
import { StringDecoder } from 'node:string_decoder'
import { setTimeout as delay } from 'node:timers/promises'
import { execa } from 'execa'
import * as z from 'zod'
import { type Context, type Metadata, type Session, Unmeasured } from '../plugin/run/adapter.ts'
import { namesAddress, openFill } from './program/placeholders.ts'
import { PATIENCE } from './program/process.ts'
import { createDesk } from './program/sink.ts'

export const version = '2'

/** Characters of a turn's output that the trace holds: its end. */
const LONGEST = 100_000

export const options = z.strictObject({
  /** Program and arguments; the placeholders of `command`, but for the brief's, are replaced. */
  argv: z.array(z.string()).min(1).default(['axium']),
  /** Variables beside the allow-list; the same placeholders are replaced. */
  env: z.record(z.string(), z.string()).default({}),
  /** What stands for a line break in a brief. */
  newline: z
    .string()
    .regex(/^[^\r\n]*$/, 'must hold no line break itself')
    .default('\\n'),
  /**
   * A regular expression of what it prints at the end of its output when it waits for the next line: for
   * the first one, too.
   */
  prompt: z.string().min(1).refine(isExpression, 'this is no regular expression').optional(),
  /** Seconds without output after which a turn is over. */
  quiet: z.number().positive().default(120),
})

type Options = z.output<typeof options>

export { checkAddresses as check } from './program/command-line.ts'

/** A program whose arguments or variables name a provider's address makes its calls there. */
export function metered(given: Record<string, unknown>): boolean {
  const { argv, env } = given as Options
  return [...argv, ...Object.values(env)].some(namesAddress)
}

/** @throws Unmeasured when the program cannot be started, or never waits for a first line */
export async function open(build: string, context: Context): Promise<Session> {
  const { argv, env, newline, prompt, quiet } = context.options as Options
  const fill = openFill(context)
  const [program, ...args] = argv.map(fill) as [string, ...string[]]
  const child = execa(program, args, {
    cwd: build,
    env: {
      ...context.env,
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])),
    },
    extendEnv: false,
    stdin: 'pipe',
    buffer: false,
    encoding: 'buffer',
    reject: false,
    cancelSignal: context.signal,
    killDescendants: true,
    forceKillAfterDelay: PATIENCE,
  })
  const settled = child.then((result) => result)
  if (child.pid === undefined) {
    const { originalMessage, shortMessage } = await settled
    throw new Unmeasured(
      `${program} could not be started: ${originalMessage ?? shortMessage}; install it, or write its absolute path in \`options.argv\``,
    )
  }
  const desk = createDesk(context)
  const waits = prompt === undefined ? undefined : atTheEnd(prompt)
  const decoder = new StringDecoder()
  let said = ''
  let last = Date.now()
  let hasEnded = false
  settled.then(() => {
    hasEnded = true
  })
  child.stdin.on('error', () => {}) // it did not want to read
  child.stderr.on('data', (chunk: Buffer) => void context.log(chunk))
  child.stdout.on('data', (chunk: Buffer) => {
    context.log(chunk)
    said = (said + decoder.write(chunk)).slice(-LONGEST)
    last = Date.now()
  })

  const isWaiting = () => waits?.test(said.slice(-1000)) ?? false
  const isOver = () =>
    hasEnded || context.signal.aborted || isWaiting() || Date.now() - last > quiet * 1000

  async function close() {
    child.stdin.end()
    await Promise.race([settled, delay(PATIENCE)])
    if (!hasEnded) child.kill('SIGTERM')
    await settled
  }

  if (waits) {
    while (!isOver()) await delay(50)
    if (!isWaiting() && !context.signal.aborted) {
      const why = hasEnded
        ? 'ended before it waited for a line (`options.prompt`)'
        : `printed nothing for ${quiet} s, and nothing before it that \`options.prompt\` is found at the end of`
      await close()
      throw new Unmeasured(`${program} ${why}`)
    }
  }

  return {
    async turn(text): Promise<Metadata> {
      if (context.signal.aborted) return {}
      desk.beginTurn(text)
      if (hasEnded) return { ...desk.endTurn(), crashed: `${program} had ended before the turn` }
      said = ''
      last = Date.now()
      child.stdin.write(`${text.trimEnd().replace(/\r\n|\r|\n/g, () => newline)}\n`)
      while (!isOver()) await delay(50)
      desk.sink.message(said)
      const claim = desk.endTurn()
      if (!hasEnded || context.signal.aborted) return claim
      return { ...claim, crashed: `${program} ended while it worked` }
    },
    close,
  }
}

const atTheEnd = (expression: string) => new RegExp(`(?:${expression})\\s*$`)

function isExpression(text: string): boolean {
  try {
    atTheEnd(text)
    return true
  } catch {
    return false
  }
}
