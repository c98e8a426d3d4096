/** Reads a file of JSON lines, one at a time, as far as it is whole. Any process. */
import { createReadStream } from 'node:fs'
import type * as z from 'zod'

/**
 * What stands in a file of JSON lines, a line at a time; undefined for one that a killed run tore.
 * Lines end at line feeds alone: `readline` also ends them at separators that JSON leaves in a string.
 */
export async function* readLines<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): AsyncGenerator<z.output<Schema> | undefined> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield read(line, schema)
  }
  if (rest !== '') yield read(rest, schema)
}

function read<Schema extends z.ZodType>(
  line: string,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
