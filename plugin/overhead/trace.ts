/**
 * Writes down every child process that a run starts, with a copy of the tree that it starts in.
 * Preloaded (`--import`) into the processes whose children are wanted; what it does there is not timed.
 */
import childProcess, { type ChildProcess, type SpawnOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** One line of the trace. Paths below `root` are to be put below another folder when it is repeated. */
export type Traced =
  | { kind: 'spawn'; id: string; root: string; tree: string; start: Started }
  | { kind: 'input'; id: string; base64: string }
  | { kind: 'fork'; id: string; module: string; env: Record<string, string> }
  | { kind: 'message'; id: string; root: string | null; message: unknown }

export interface Started {
  command: string
  args: string[]
  /** Below `root`. */
  cwd: string
  env: Record<string, string>
  stdio: ('pipe' | 'ignore')[]
}

/** Where the trace goes (`?folder=`): `trace.jsonl`, and trees by the hash of their content. */
const folder = new URL(import.meta.url).searchParams.get('folder')
if (folder && isMainThread) watch(folder)

function watch(folder: string): void {
  const { spawn, fork } = childProcess
  // The process that runs the probes is traced too; numbers of both must differ.
  let last = 0
  const nextId = () => `${process.pid}.${++last}`
  const write = (line: Traced) =>
    appendFileSync(path.join(folder, 'trace.jsonl'), `${JSON.stringify(line)}\n`)

  childProcess.spawn = ((command: string, args: string[], options: SpawnOptions) => {
    const id = nextId()
    const cwd = String(options.cwd ?? process.cwd())
    const { env, stdio } = options as { env: Record<string, string>; stdio: unknown[] }
    const started: Started = {
      command,
      args,
      cwd: path.basename(cwd),
      env,
      stdio: stdio.map((entry) => (entry === 'ignore' ? 'ignore' : 'pipe')),
    }
    const tree = keep(cwd, path.join(folder, 'trees'))
    write({ kind: 'spawn', id, root: path.dirname(cwd), tree, start: started })
    const child = spawn(command, args, options)
    const { stdin } = child
    if (stdin) {
      const { end } = stdin
      stdin.end = ((...given: unknown[]) => {
        if (given[0] !== undefined && typeof given[0] !== 'function')
          write({
            kind: 'input',
            id,
            base64: Buffer.from(given[0] as Uint8Array).toString('base64'),
          })
        return end.apply(stdin, given as never)
      }) as typeof end
    }
    return child
  }) as typeof spawn

  childProcess.fork = ((module: string, ...rest: unknown[]) => {
    // Starts the probes, which the floor does itself.
    if (/[\\/]probe[\\/]host\.[jt]s$/.test(module)) return fork(module, ...(rest as []))
    const id = nextId()
    const { env } = rest.at(-1) as { env: Record<string, string> }
    write({ kind: 'fork', id, module, env })
    const child = (fork as (...all: unknown[]) => ChildProcess)(module, ...rest)
    const { send } = child
    child.send = ((message: { task?: { build?: string } }, ...more: unknown[]) => {
      const build = message.task?.build
      write({ kind: 'message', id, root: build ? path.dirname(build) : null, message })
      return send.call(child, message as never, ...(more as []))
    }) as typeof send
    return child
  }) as typeof fork

  syncBuiltinESMExports()
}

/** Copies a tree once for each content. @returns its folder */
function keep(from: string, to: string): string {
  const hash = createHash('sha256')
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name)
    if (place.includes(`${path.sep}.git`)) continue
    hash.update(`${path.relative(from, place)}\0`)
    if (entry.isFile()) hash.update(readFileSync(place))
  }
  const kept = path.join(to, hash.digest('hex').slice(0, 16))
  const isOfTree = (place: string) => path.basename(place) !== '.git'
  if (!existsSync(kept))
    cpSync(from, kept, { recursive: true, verbatimSymlinks: true, filter: isOfTree })
  return kept
}
