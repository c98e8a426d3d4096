/**
 * `npm run conformance [adapter…]`: the table of every built-in adapter, those of others' programs
 * included that `npm run harnesses` has installed, and the one of docs/harnesses.md. A process of its
 * own; takes minutes for each.
 */
import { type Conformance, checkConformance, promisesFor } from '../../conformance/check.ts'
import { complaint } from '../../conformance/promise.ts'
import { conformanceTable } from '../../conformance/table.ts'
import { didYouMean } from '../../plan/closest.ts'
import { publish } from '../tried/report/tables.ts'
import { everyChecked, notInstalled } from './checked.ts'
import { limitsOf } from './limits.ts'
import { conformanceMatrix, promiseTable } from './matrix.ts'

const promises = promisesFor({ program: () => ({}) })
const all = await everyChecked()
const names = all.map(({ name }) => name)
const wanted = process.argv.slice(2)
const isWanted = (name: string) =>
  wanted.length === 0 || wanted.some((word) => name === word || name.startsWith(`${word}.`))
const checked = all.filter(({ name }) => isWanted(name))

const absent = notInstalled()
const complaints = wanted.flatMap((word) => {
  if (names.some((name) => name === word || name.startsWith(`${word}.`))) return []
  const [adapter = ''] = word.split('.')
  return absent.get(adapter) ?? `there is no adapter ${word}${didYouMean(word, names)}`
})
if (wanted.length === 0) complaints.push(...absent.values())

const found = new Map<string, Conformance>()
for (const [index, { name, options }] of checked.entries()) {
  console.error(`${index + 1}/${checked.length} ${name}`)
  try {
    const one = await checkConformance({ ...options, except: limitsOf(name) }, (what) =>
      console.error(`  ${what}`),
    )
    found.set(name, one)
    console.log(`\n${conformanceTable({ ...one, adapter: name })}\n`)
    for (const verdict of one.verdicts) {
      const text = complaint(verdict)
      if (text !== null) complaints.push(`${name}: ${text}`)
    }
  } catch (error) {
    complaints.push(`${name}: ${(error as Error).message}`)
  }
}
publish(
  promiseTable(promises),
  promises.map((_, index) => `${index + 1}`),
)
publish(conformanceMatrix(promises, found), names)
if (complaints.length > 0) {
  console.error(complaints.join('\n'))
  process.exitCode = 1
}
