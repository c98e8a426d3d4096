/** Runs inside a child process of its own: loads an adapter, and describes it or lets it work once. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { killFamily } from '../process/family.ts'
import { openTelling, type TraceMessage } from '../trace/tell.ts'
import type { Adapter, Context, Metadata, Prospect, WrongOption } from './adapter.ts'
import { metadataSchema } from './adapter.ts'
import { loadAdapter } from './load.ts'
import { markOf } from './mark.ts'
import { countPrinted } from './printed.ts'

export interface DescribeJob {
  do: 'describe'
  /** File URL of the adapter's module. */
  module: string
  options: Record<string, unknown>
  prospect: Prospect
  suites: Context['suite'][]
}

export interface RunJob {
  do: 'run'
  module: string
  build: string
  /** By it the processes that the adapter started are found. */
  marker: string
  brief: string
  context: Omit<Context, 'signal' | 'log' | 'trace'>
  /** Milliseconds until the signal is aborted. */
  budget: number
}

export type DescribeResult =
  | {
      ok: true
      version: string
      /** The one that was asked for the version, if any, as it was before. */
      program: { file: string; mark: string } | null
      options: Record<string, unknown>
      inputs: string[][]
      local: string[]
      spawns: boolean
      metered: boolean
    }
  /**
   * `wrong`: the option of the condition that `problem` is about, by its path; `about`: the adapter's
   * options that its schema refuses.
   */
  | { ok: false; problem: string; wrong?: string; about?: string[] }

export interface RunResult {
  /** Null where the adapter threw, or returned what is not metadata. */
  metadata: (Metadata & { claimedBy: 'harness' | 'published' }) | null
  failure: { kind: 'unmeasured' | 'crashed'; reason: string } | null
  timedOut: boolean
}

/** Sent when a run's budget of time begins. */
export interface BegunMessage {
  begunAt: number
}

/** Longest reason that is told; the rest of a message is in the output. */
const LONGEST_REASON = 2000

let marker: string | undefined

// The main process is gone: nobody will read the result, and nothing more must be spent.
process.once('disconnect', async () => {
  try {
    if (marker) await killFamily({ pid: process.pid, marker })
  } finally {
    process.exit(1)
  }
})

export default async function work(job: DescribeJob | RunJob): Promise<DescribeResult | RunResult> {
  return job.do === 'describe' ? describe(job) : run(job)
}

async function describe(job: DescribeJob): Promise<DescribeResult> {
  try {
    const adapter = await loadAdapter(job.module)
    const options = adapter.options ? adapter.options.parse(job.options) : job.options
    await adapter.check?.(options, job.prospect)
    const file = adapter.program?.(options)
    const mark = file === undefined ? null : await markOf(file)
    return {
      ok: true,
      version: await versionOf(adapter, options, job.module),
      program: file === undefined || mark === null ? null : { file, mark },
      options,
      inputs: job.suites.map((suite) => adapter.inputs?.(options, suite) ?? []),
      local: [...(adapter.local ?? [])],
      spawns: adapter.spawns ?? true,
      metered:
        typeof adapter.metered === 'function'
          ? adapter.metered(options)
          : (adapter.metered ?? false),
    }
  } catch (error) {
    if (isWrongOption(error)) return { ok: false, problem: error.message, wrong: error.option }
    const problem = messageOf(error).replace(/^Error: /, '')
    return { ok: false, problem, about: issuesOf(error)?.flatMap(optionsIn) ?? [] }
  }
}

async function versionOf(
  { version }: Adapter,
  options: Record<string, unknown>,
  module: string,
): Promise<string> {
  if (typeof version === 'function') return version(options)
  const source = () => readFileSync(fileURLToPath(module))
  return version ?? createHash('sha256').update(source()).digest('hex').slice(0, 16)
}

async function run(job: RunJob): Promise<RunResult> {
  marker = job.marker
  // Not even a list of processes shall say where we come from.
  process.title = 'node'
  // What an adapter starts without thinking gets the harness's environment and folder, not ours.
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, job.context.env)
  process.chdir(job.build)
  const printed = countPrinted()

  const budget = new AbortController()
  const begun = performance.now()
  const timer = setTimeout(
    () => budget.abort(new Error('the budget of seconds is used up')),
    Math.min(job.budget, 2 ** 31 - 1),
  )
  process.send?.({ begunAt: Date.now() } satisfies BegunMessage)
  let result: Omit<RunResult, 'timedOut'>
  try {
    const adapter = await loadAdapter(job.module)
    const returned = await adapter.run(job.build, job.brief, {
      ...job.context,
      signal: budget.signal,
      log: printed.log,
      trace: openTelling((message: TraceMessage) => void process.send?.(message), printed.bytes),
    })
    result = read(returned)
  } catch (error) {
    const unmeasured = (error as Error | undefined)?.name === 'Unmeasured'
    const reason = unmeasured ? (error as Error).message : `the adapter threw ${messageOf(error)}`
    result = failed(unmeasured ? 'unmeasured' : 'crashed', reason)
  }
  clearTimeout(timer)
  // An adapter that computed all the time has kept the timer from being heard.
  const timedOut = budget.signal.aborted || performance.now() - begun > job.budget
  return { ...result, timedOut }
}

function failed(kind: 'unmeasured' | 'crashed', reason: string): Omit<RunResult, 'timedOut'> {
  if (reason.length > LONGEST_REASON) {
    process.stderr.write(`${reason}\n`)
    reason = `${reason.slice(0, LONGEST_REASON)} … (all of it is in output.txt)`
  }
  return { metadata: null, failure: { kind, reason } }
}

function read(returned: unknown): Omit<RunResult, 'timedOut'> {
  const parsed = metadataSchema.safeParse(returned ?? {})
  if (parsed.success) {
    const { crashed } = parsed.data
    const failure = crashed === undefined ? null : failed('crashed', crashed).failure
    return { metadata: parsed.data, failure }
  }
  const faults = parsed.error.issues.map(
    (issue) => `\`${issue.path.join('.') || 'the whole'}\`: ${issue.message}`,
  )
  return failed(
    'crashed',
    `the adapter returned what is not metadata (${faults.join('; ')}); mend what its \`run\` returns`,
  )
}

/** By its name: an adapter may have its class from another copy of this package. */
function isWrongOption(error: unknown): error is WrongOption {
  return error instanceof Error && error.name === 'WrongOption' && 'option' in error
}

/** What a schema library, zod say, finds wrong. */
interface Issue {
  path: PropertyKey[]
  message: string
  /** Unknown ones, at the path. */
  keys?: string[]
}

function issuesOf(error: unknown): Issue[] | undefined {
  const issues = (error as { issues?: Issue[] } | undefined)?.issues
  return Array.isArray(issues) ? issues : undefined
}

function optionsIn({ path: [first], keys = [] }: Issue): string[] {
  return first === undefined ? keys : [String(first)]
}

function messageOf(error: unknown): string {
  const issues = issuesOf(error)
  if (issues)
    return issues
      .map(({ path, message }) => `\`${['options', ...path].join('.')}\`: ${message}`)
      .join('; ')
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
