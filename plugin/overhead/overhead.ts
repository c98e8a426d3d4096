/**
 * Measures what the plugin costs beyond what cannot be left out: `vitest run` on shopkit against a bare
 * loop over the same trees and child processes, first with an empty store, then with a full one. The
 * plugin is the built package, in a project that has it installed. Not published.
 *
 *     npm run bench:overhead [-- <rounds>]
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installInto } from './installed.ts'
import { type Measured, measure, preload } from './measure.ts'

const rounds = Number(process.argv[2] ?? 3)
const own = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const vitest = [own('../../node_modules/vitest/vitest.mjs'), 'run']

const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'overhead-')))
const project = path.join(base, 'project')
const store = path.join(project, '.harnessbench')
const outside = { VITEST: undefined, NODE_ENV: undefined, NODE_OPTIONS: undefined }
const run = () => measure(vitest, outside)
const floor = (trace: string) =>
  measure([own('./floor.ts'), trace, String(atOnce), installed], outside)
const atOnce = availableParallelism()

mkdirSync(project)
const installed = installInto(project)
process.chdir(project)
try {
  await compare('empty store', () => rmSync(store, { recursive: true, force: true }))
  await compare('full store', () => {})
} finally {
  process.chdir(tmpdir())
  rmSync(base, { recursive: true, force: true })
}

async function compare(name: string, prepare: () => void): Promise<void> {
  const trace = mkdtempSync(path.join(base, 'trace-'))
  prepare()
  await measure(['--import', preload('trace', trace), ...vitest], outside)
  // The machine is noisy and warms up: both by turns, and the median of each.
  const pairs: { floor: Measured; real: Measured }[] = []
  for (let round = 1; round <= rounds; round++) {
    const lower = await floor(trace)
    prepare()
    const real = await run()
    pairs.push({ floor: lower, real })
    console.log(
      `${name}, round ${round} of ${rounds}: floor ${seconds(lower.seconds)}, vitest ${seconds(real.seconds)}, ratio ${(real.seconds / lower.seconds).toFixed(2)}`,
    )
  }
  tell(name, pairs)
}

function tell(name: string, pairs: { floor: Measured; real: Measured }[]): void {
  const of = (side: 'floor' | 'real', figure: (measured: Measured) => number | null) =>
    median(pairs.map((pair) => figure(pair[side]) ?? Number.NaN))
  const { probes, attempts, differing } = JSON.parse(pairs[0]?.floor.stdout ?? '{}')
  const wall = { floor: of('floor', (m) => m.seconds), real: of('real', (m) => m.seconds) }
  const row = (label: string, figure: (measured: Measured) => number | null, unit: string) =>
    `  ${label.padEnd(34)}${[of('floor', figure), of('real', figure)]
      .map((value) =>
        (Number.isNaN(value) ? 'unknown' : `${value.toFixed(1)} ${unit}`).padStart(12),
      )
      .join('')}`
  console.log(
    [
      '',
      `${name}: ${probes} probes, ${attempts} processes of attempts; ${differing} answers differ from the first of their question`,
      `  ${'median of'.padEnd(34)}${'floor'.padStart(12)}${'vitest'.padStart(12)}`,
      row('wall time', (m) => m.seconds, 's'),
      row('CPU time, main process', (m) => m.cpu.main, 's'),
      row('CPU time, process of the probes', (m) => m.cpu.prober, 's'),
      row('CPU time, all other children', (m) => m.cpu.others, 's'),
      row('CPU time, all together', cpu, 's'),
      row('peak memory of the tree (PSS)', (m) => m.peak.proportional, 'MB'),
      row('peak memory of the tree (RSS)', (m) => m.peak.resident, 'MB'),
      `  ratio of wall times: ${(wall.real / wall.floor).toFixed(2)} (wanted: 1.20 or less)`,
      // Says more than wall time where other programs keep the machine busy.
      `  ratio of CPU times: ${(of('real', cpu) / of('floor', cpu)).toFixed(2)}`,
      '',
    ].join('\n'),
  )
}

function cpu({ cpu: { main, prober, others } }: Measured): number | null {
  return others === null ? null : main + prober + others
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = Number.NaN, high = low] = [
    sorted[middle - (1 - (sorted.length % 2))],
    sorted[middle],
  ]
  return (low + high) / 2
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`
}
