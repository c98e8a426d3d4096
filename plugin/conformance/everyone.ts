/**
 * `npm run conformance [adapter…]`: the table of every built-in adapter, those of others' programs
 * included that `npm run harnesses` has installed. A process of its own; takes minutes.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { entry } from '../entry.ts'
import { isInstalled, programOf } from '../harnesses/cache.ts'
import { harnesses } from '../harnesses/harnesses.ts'
import { checkConformance } from './check.ts'
import { knownLimits } from './limits.ts'
import type { ConformanceOptions } from './options.ts'
import { complaint } from './promise.ts'
import { conformanceTable } from './table.ts'

const here = (place: string) => fileURLToPath(entry(import.meta.url, place))

const door = ['{url:conformance}', '{key}']
const exampleOf = (program: string) => ({ argv: ['node', program, ...door] })

const own: ConformanceOptions[] = [
  { adapter: 'nothing' },
  { adapter: 'replay', options: { folder: 'replays' } },
  {
    adapter: 'command',
    options: exampleOf(here('./fixtures/agent')),
    program: exampleOf,
  },
  { adapter: 'loop' },
]

const ofOthers = harnesses
  .filter(({ name }) => existsSync(fileURLToPath(entry(import.meta.url, `../../adapters/${name}`))))
  .map((harness) => ({
    isInstalled: isInstalled(harness),
    adapter: harness.name,
    options: { path: programOf(harness) },
    program: (file: string) => ({ path: file }),
  }))

const wanted = process.argv.slice(2)
const isWanted = ({ adapter }: { adapter: unknown }) =>
  wanted.length === 0 || wanted.includes(String(adapter))

for (const { adapter } of ofOthers.filter((one) => isWanted(one) && !one.isInstalled))
  console.log(`${adapter}: not installed; npm run harnesses\n`)

const checked = [
  ...own,
  ...ofOthers.filter((one) => one.isInstalled).map(({ isInstalled: _, ...options }) => options),
]
const complaints: string[] = []
for (const options of checked.filter(isWanted)) {
  const except = knownLimits[String(options.adapter)] ?? {}
  try {
    const found = await checkConformance({ ...options, except })
    console.log(`${conformanceTable(found)}\n`)
    for (const verdict of found.verdicts) {
      const text = complaint(verdict)
      if (text !== null) complaints.push(`${found.adapter}: ${text}`)
    }
  } catch (error) {
    complaints.push(`${options.adapter}: ${(error as Error).message}`)
  }
}
if (complaints.length > 0) {
  console.error(complaints.join('\n'))
  process.exitCode = 1
}
