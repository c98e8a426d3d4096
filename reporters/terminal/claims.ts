/** What harnesses say of their own usage, where the gateway counted something else; main process. */
import type { Claims, Gap } from '../figures/claims.ts'
import { printable } from '../text.ts'
import type { NoteLine } from './notes.ts'
import { countWords, moneyWords, percentWords, sampleWords } from './words.ts'

/** A line for each sample with a gap, and one for all samples of the condition where several have. */
export function claimLines(
  condition: string,
  { samples, gaps, together }: Claims,
): Pick<NoteLine, 'text' | 'about'>[] {
  const lines = gaps.map((one) => ({
    text: `${sampleWords(one.sample)}: ${findingWords(one.gaps)}`,
    about: [one.sample],
  }))
  if (gaps.length < 2 || together.length === 0) return lines
  const all = `${printable(condition)}, ${countWords(samples, 'sample')} together`
  return [{ text: `${all}: ${findingWords(together)}`, about: condition }, ...lines]
}

function findingWords(gaps: Gap[]): string {
  return `harness says ${gaps.map(gapWords).join('; ')}: a finding about the harness or the meter`
}

/** `12 calls, the meter counted 14 (+17%)`. */
function gapWords({ what, claimed, metered }: Gap, index: number): string {
  const [said, counted] =
    what === 'cost'
      ? [moneyWords(claimed), moneyWords(metered)]
      : [countWords(claimed, nouns[what]), metered]
  const by = claimed > 0 ? ` (${percentWords(metered / claimed - 1)})` : ''
  return `${said}, the meter ${index === 0 ? 'counted ' : ''}${counted}${by}`
}

const nouns = {
  calls: 'call',
  input: 'input token',
  output: 'output token',
  cacheRead: 'cache read token',
  cacheWrite: 'cache write token',
} as const
