/** Reads a price table that a person wrote, in JSON or YAML. */
import { readFile } from 'node:fs/promises'
import { LineCounter, parseDocument } from 'yaml'
import { type PriceTable, priceTableSchema } from '../../gateway/price-table.ts'
import { ConfigurationError } from '../../plan/error.ts'
import { check } from '../../plan/fault.ts'

/** @throws ConfigurationError that names the file, the line or row, and what is wrong there */
export async function readPriceTable(file: string): Promise<PriceTable> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new ConfigurationError([
      `the price table ${file} cannot be read (${error.message}); name one in --prices`,
    ])
  })
  const table = check(
    priceTableSchema,
    file.endsWith('.json') ? json(text, file) : yaml(text, file),
  )
  if ('data' in table) return table.data
  throw new ConfigurationError(
    table.faults.map(({ path, text: fault }) =>
      path === ''
        ? `${file} ${fault}: a price table is a list of rows, see \`harnessbench recost --help\``
        : `${file}: ${path} ${fault}`,
    ),
  )
}

function json(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ConfigurationError([`${file} is not JSON: ${(error as Error).message}`])
  }
}

function yaml(text: string, file: string): unknown {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false })
  const [problem] = [...document.errors, ...document.warnings]
  if (problem) {
    const { line } = lineCounter.linePos(problem.pos[0])
    throw new ConfigurationError([`${file}:${line}: no valid YAML: ${problem.message}`])
  }
  try {
    return document.toJS()
  } catch (error) {
    throw new ConfigurationError([`${file}: no valid YAML: ${(error as Error).message}`])
  }
}
