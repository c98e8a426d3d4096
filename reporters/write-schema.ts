/** Writes the JSON Schema of a record to the file named as its argument; build time. */
import { writeFileSync } from 'node:fs'
import { recordJsonSchema } from './schema.ts'

const [file] = process.argv.slice(2)
if (!file) throw new Error('name the file to write: node reporters/write-schema.ts <file>')
writeFileSync(file, `${JSON.stringify(recordJsonSchema(), null, 2)}\n`)
