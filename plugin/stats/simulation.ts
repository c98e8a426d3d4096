/**
 * `npm run check:statistics`: do the statistics keep what they promise, on data whose truth is known?
 * Prints the table, and ends with 1 where a rate is bad. Own process.
 */
import { type Check, measure, type Rate } from './simulation/check.ts'
import { factorChecks } from './simulation/factors.ts'
import { otherChecks } from './simulation/others.ts'
import { pairChecks } from './simulation/pairs.ts'

const EXPERIMENTS = Number(process.argv[2] ?? 1000)

const checks: Check[] = [...pairChecks, ...factorChecks, ...otherChecks]
const rates: Rate[] = []
let heading = ''
for (const check of checks) {
  const result = measure(check, EXPERIMENTS)
  rates.push(result)
  if (check.what !== heading) console.log(`\n${check.what} (${promise(check)})`)
  heading = check.what
  const rate = `${result.rate.toFixed(3)} [${result.low.toFixed(3)}, ${result.high.toFixed(3)}]`
  console.log(`  ${rate}  ${result.good ? '   ' : 'BAD'}  ${check.of}`)
}

const bad = rates.filter(({ good }) => !good).length
console.log(
  `\n${EXPERIMENTS} experiments a line, ${rates.length} lines, ${bad} bad. In brackets: the 95% interval of the rate.`,
)
process.exitCode = bad === 0 ? 0 : 1

function promise({ bad, nominal }: Check): string {
  if (bad === 'shown') return `should be ${nominal}; for comparison only`
  return bad === 'above' ? `at most ${nominal}` : `at least ${nominal}`
}
