/** Measures the suite for real, into a store of its own; for the check of reports. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { execa } from 'execa'

export interface Run {
  /** What a person saw, from the controls' table to where the report lies. */
  terminal: string
  /** The file that the run left. */
  report: string
}

export async function measured(folder: string): Promise<Run> {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const store = path.join(folder, 'store')
  const { stdout, exitCode } = await execa(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 'bench'],
    { cwd: root, env: { BENCH_STORE: store, NO_COLOR: '1' }, reject: false, stdin: 'ignore' },
  )
  const report = path.join(store, 'shopkit.html')
  const text = stripVTControlCharacters(stdout)
  if (exitCode !== 0 || !existsSync(report))
    throw new Error(`The run ended with ${exitCode} and left no report:\n${text}`)
  const [terminal = ''] = text.slice(text.indexOf('shopkit: 0 problems')).split('\nreport: ')
  return { terminal, report }
}
