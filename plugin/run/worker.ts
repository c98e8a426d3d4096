/** Runs inside a child process of its own: loads an adapter, and describes it or lets it work once. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Adapter, Context, Metadata } from './adapter.ts'
import { metadataSchema } from './adapter.ts'
import { openOutput } from './output.ts'

export interface DescribeJob {
  do: 'describe'
  /** File URL of the adapter's module. */
  module: string
  options: Record<string, unknown>
  suites: Context['suite'][]
}

export interface RunJob {
  do: 'run'
  module: string
  build: string
  brief: string
  context: Omit<Context, 'signal' | 'log'>
  /** Milliseconds until the signal is aborted. */
  budget: number
  /** File for the harness's output. */
  output: string
}

export type DescribeResult =
  | {
      ok: true
      version: string
      options: Record<string, unknown>
      inputs: string[][]
      spawns: boolean
    }
  | { ok: false; problem: string }

export interface RunResult {
  /** Null where the adapter threw, or returned what is not metadata. */
  metadata: (Metadata & { claimedBy: 'harness' | 'published' }) | null
  failure: { kind: 'unmeasured' | 'crashed'; reason: string } | null
  timedOut: boolean
  output: { bytes: number; kept: number }
}

// The main process is gone: nobody will read the result, and nothing more must be spent.
process.once('disconnect', () => process.exit(1))

export default async function work(job: DescribeJob | RunJob): Promise<DescribeResult | RunResult> {
  return job.do === 'describe' ? describe(job) : run(job)
}

async function describe(job: DescribeJob): Promise<DescribeResult> {
  try {
    const adapter = await load(job.module)
    const options = adapter.options ? adapter.options.parse(job.options) : job.options
    return {
      ok: true,
      version:
        adapter.version ??
        createHash('sha256')
          .update(readFileSync(fileURLToPath(job.module)))
          .digest('hex')
          .slice(0, 16),
      options,
      inputs: job.suites.map((suite) => adapter.inputs?.(options, suite) ?? []),
      spawns: adapter.spawns ?? true,
    }
  } catch (error) {
    return { ok: false, problem: messageOf(error).replace(/^Error: /, '') }
  }
}

async function load(module: string): Promise<Adapter> {
  const loaded = (await import(module)) as { default?: Partial<Adapter> } & Partial<Adapter>
  const adapter = typeof loaded.run === 'function' ? loaded : loaded.default
  if (typeof adapter?.run !== 'function')
    throw new Error(
      `exports no function \`run\` (it exports: ${Object.keys(loaded).join(', ') || 'nothing'}); write \`export async function run(build, brief, context) { … }\``,
    )
  return adapter as Adapter
}

async function run(job: RunJob): Promise<RunResult> {
  const output = openOutput(job.output)
  // What an adapter starts without thinking gets the harness's environment and folder, not ours.
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, job.context.env)
  process.chdir(job.build)
  for (const stream of [process.stdout, process.stderr])
    stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      output.write(chunk)
      const done = rest.at(-1)
      if (typeof done === 'function') done()
      return true
    }) as typeof stream.write

  const budget = new AbortController()
  const timer = setTimeout(
    () => budget.abort(new Error('the budget of seconds is used up')),
    job.budget,
  )
  let result: Omit<RunResult, 'output' | 'timedOut'>
  try {
    const adapter = await load(job.module)
    const returned = await adapter.run(job.build, job.brief, {
      ...job.context,
      signal: budget.signal,
      log: output.write,
    })
    result = read(returned)
  } catch (error) {
    const unmeasured = (error as Error | undefined)?.name === 'Unmeasured'
    const reason = unmeasured ? (error as Error).message : `the adapter threw ${messageOf(error)}`
    result = { metadata: null, failure: { kind: unmeasured ? 'unmeasured' : 'crashed', reason } }
  }
  clearTimeout(timer)
  // What is killed next is found by where it works: that must not be us.
  process.chdir(tmpdir())
  return { ...result, timedOut: budget.signal.aborted, output: output.close() }
}

function read(returned: unknown): Omit<RunResult, 'output' | 'timedOut'> {
  const parsed = metadataSchema.safeParse(returned ?? {})
  if (parsed.success)
    return {
      metadata: parsed.data,
      failure: parsed.data.crashed ? { kind: 'crashed', reason: parsed.data.crashed } : null,
    }
  const faults = parsed.error.issues.map(
    (issue) => `\`${issue.path.join('.') || 'the whole'}\`: ${issue.message}`,
  )
  return {
    metadata: null,
    failure: {
      kind: 'crashed',
      reason: `the adapter returned what is not metadata (${faults.join('; ')}); mend what its \`run\` returns`,
    },
  }
}

function messageOf(error: unknown): string {
  const issues = (error as { issues?: { path: PropertyKey[]; message: string }[] } | undefined)
    ?.issues
  if (Array.isArray(issues))
    return issues.map((issue) => `\`options.${issue.path.join('.')}\`: ${issue.message}`).join('; ')
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
