/** A build as a test sees it: what can be asked of it, and how it is compared. Runs in a Vitest worker. */

import type { BuildSite } from '../plan/plan.ts'
import { ask } from './client.ts'
import { BuildError, UngradedError } from './errors.ts'
import type { ProbeResult, ProbeSpec } from './probe/spec.ts'
import { decodeValue, encodeValue } from './probe/value.ts'

/** What a command did. */
export interface CommandResult {
  exitCode: number | null
  signal: string | null
  stdout: string
  stderr: string
}

/** A tree that can be probed; each probe works in a fresh copy, in a process of its own. */
export interface Tree {
  /**
   * Calls a function that a module of the tree exports.
   * @param module path below the tree, `src/money.ts`
   * @param name of the export
   * @param args values that survive structured clone
   * @returns what it returns, or what its promise resolves to
   * @throws what it throws, with name and message
   */
  call(module: string, name: string, ...args: unknown[]): Promise<unknown>
  /**
   * Runs a command in the tree. `node` is the Node that Vitest runs on.
   * @throws never for a command that fails: look at `exitCode`
   */
  run(
    argv: string[],
    options?: { stdin?: string; env?: Record<string, string> },
  ): Promise<CommandResult>
}

export interface Build extends Tree {
  /** `bare · T4 · 2`; the title of a `describe` block. */
  readonly label: string
  /** The suite's reference, answering the same questions. */
  readonly reference: Tree
}

/** @param onProbe told of every probe before it is made */
export function makeBuild(site: BuildSite, onProbe: (spec: ProbeSpec) => void): Build {
  const prober = (reference: boolean) => (spec: ProbeSpec) => {
    onProbe(spec)
    return ask('probe', { key: site.key, reference, spec })
  }
  return {
    label: site.label,
    ...makeTree(prober(false), false),
    reference: makeTree(prober(true), true),
  }
}

function makeTree(probe: (spec: ProbeSpec) => Promise<ProbeResult>, isReference: boolean): Tree {
  async function answer(spec: ProbeSpec) {
    const result = await probe(spec)
    if (result.status === 'ungraded') throw new UngradedError(result.reason)
    if (result.status === 'failed') {
      if (isReference) throw new UngradedError(`the reference gave no answer: ${result.reason}`)
      throw new BuildError(result.reason)
    }
    return result
  }
  return {
    async call(module, name, ...args) {
      const result = await answer({ kind: 'call', module, name, args: encodeValue(args) })
      if (result.status === 'threw') throw thrown(result.error)
      if (result.status !== 'returned')
        throw new UngradedError(`a call was answered by ${result.status}`)
      return decodeValue(result.value)
    },
    async run(argv, options = {}) {
      const result = await answer({ kind: 'run', argv, ...options })
      if (result.status !== 'ran')
        throw new UngradedError(`a command was answered by ${result.status}`)
      return {
        exitCode: result.exitCode,
        signal: result.signal,
        stdout: result.stdout,
        stderr: result.stderr,
      }
    },
  }
}

/** Marks what the code under test itself threw, so that it can be compared. */
const crossed = new WeakSet<object>()

function thrown(error: { name: string; message: string }): Error {
  const made = Object.assign(new Error(error.message), { name: error.name })
  made.stack = `${error.name}: ${error.message}\n    in the build’s own code`
  crossed.add(made)
  return made
}

/** What a probe gave: a value, or the name and message of what the code under test threw. */
export async function outcomeOf(
  tree: Tree,
  probe: (tree: Tree) => unknown,
): Promise<{ returned: unknown } | { threw: { name: string; message: string } }> {
  try {
    return { returned: await probe(tree) }
  } catch (error) {
    if (error instanceof Error && crossed.has(error))
      return { threw: { name: error.name, message: error.message } }
    throw error
  }
}
