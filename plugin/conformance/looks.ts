/** Looks at a harness's processes from outside while it works: what they were given. Main process. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findFamily } from '../process/family.ts'

/** What must not be found, and how a reader calls it. */
export interface Secret {
  name: string
  text: string
  /** Arguments may hold it: a program has to be started by its path. */
  mayBeArgument?: boolean
}

/**
 * Looks into the environment and the arguments of all processes of an attempt, where the system shows
 * them.
 * @param marker folder of the attempt
 * @param found is added to: `KEY in the environment of node`
 */
export async function lookAtProcesses(
  marker: string,
  secrets: readonly Secret[],
  found: Set<string>,
): Promise<void> {
  if (process.platform !== 'linux') return
  for (const pid of await findFamily({ pid: null, marker })) {
    const environment = readProc(pid, 'environ')
    const command = readProc(pid, 'cmdline')
    for (const { name, text, mayBeArgument } of secrets) {
      const program = path.basename(command.split('\0')[0] ?? '')
      const variable = environment.split('\0').find((one) => one.includes(text))
      if (variable !== undefined)
        found.add(`${name} in ${variable.split('=')[0]} of the process ${program}`)
      if (!mayBeArgument && command.includes(text))
        found.add(`${name} in the arguments of ${program}`)
    }
  }
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
