/** The record that an entry was read from, as the harness printed it. */
import { readFile } from 'node:fs/promises'
import { printable } from '../../../reporters/text.ts'
import { ConfigurationError } from '../../plan/error.ts'
import { recordIn } from '../../trace/read.ts'
import type { Traced } from './find.ts'

/**
 * @returns the exit code
 * @throws ConfigurationError where there is no such entry, or it has no record
 */
export async function showRecord({ trace, output }: Traced, number: number): Promise<number> {
  const entry = trace.entries[number - 1]
  if (!entry)
    throw new ConfigurationError([
      `trace: there is no entry ${number}; it has ${trace.entries.length}`,
    ])
  if (!entry.raw)
    throw new ConfigurationError([
      `trace: entry ${number} (${entry.kind}) was read from no record of the output`,
    ])
  const text = await readFile(output.file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return fail(`no output was kept of this attempt`)
  const sizes = output.sizes ?? { bytes: text.length, kept: text.length }
  const { record, missing } = recordIn(text, entry.raw, sizes)
  if (missing >= entry.raw.bytes && missing > 0)
    return fail(
      `the record of entry ${number} was cut: of a long output beginning and end are kept`,
    )
  // For another program as it is; in a terminal it must not move the cursor.
  if (process.stdout.isTTY)
    process.stdout.write(`${record.toString().split('\n').map(printable).join('\n')}\n`)
  else process.stdout.write(Buffer.concat([record, Buffer.from('\n')]))
  if (missing > 0) process.stderr.write(`trace: ${missing} bytes of this record were cut\n`)
  return 0
}

function fail(why: string): number {
  process.stderr.write(`trace: ${why}\n`)
  return 1
}
