/** What samples used: dollars and whose word they are, tokens, and what a script made up or a cassette held; main process. */
import type { SampleRecord, Tokens } from '../../plugin/record/schema.ts'
import { type Spread, spread } from './spread.ts'

/** US dollars. */
export interface Cost extends Spread {
  /**
   * Of how many known costs each is true: the gateway counted a model's answers, or scripted or replayed
   * ones, or it is a claim of the harness or of a publication, or nobody says whose it is.
   */
  words: Record<'published' | 'harness' | 'scripted' | 'replayed' | 'meter' | 'nobody', number>
  /** Model calls of all these samples of which the cost is in no sum. */
  unpriced: number
}

export interface TokenFigures {
  /** Of all three kinds that go in: fresh, read from a cache, written to a cache. */
  input: Spread
  output: Spread
}

type Measured = (SampleRecord | undefined)[]

export function cost(measured: Measured): Cost {
  const words = { published: 0, harness: 0, scripted: 0, replayed: 0, meter: 0, nobody: 0 }
  for (const { usage } of measured.filter((record) => record !== undefined)) {
    if (usage.cost === null) continue
    if (usage.scripted) words.scripted++
    if (usage.replayed) words.replayed++
    // That such answers were metered goes without saying; a claim about them does not.
    const isNoModels = usage.scripted || usage.replayed
    if (!isNoModels || usage.claimedBy !== 'meter') words[usage.claimedBy ?? 'nobody']++
  }
  return {
    ...spread(measured.map((record) => record?.usage.cost)),
    words,
    unpriced: measured.reduce((sum, record) => sum + (record?.usage.unpriced ?? 0), 0),
  }
}

export function tokens(measured: Measured): TokenFigures {
  return {
    input: spread(measured.map((record) => record && inputOf(record.usage.tokens))),
    output: spread(measured.map((record) => record?.usage.tokens.output)),
  }
}

/** A sum that lacks a kind is unknown. */
export function inputOf({ input, cacheRead, cacheWrite }: Tokens): number | null {
  return input === null || cacheRead === null || cacheWrite === null
    ? null
    : input + cacheRead + cacheWrite
}

/** Samples in which a scripted model, or a cassette, answered in a model's place. */
export function standIns(measured: Measured): { scripted: number; replayed: number } {
  const count = (how: 'scripted' | 'replayed') =>
    measured.filter((record) => record?.usage[how]).length
  return { scripted: count('scripted'), replayed: count('replayed') }
}
