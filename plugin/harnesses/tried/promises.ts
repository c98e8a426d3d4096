/** What harnesses do not keep of what is tried here, each as it was seen. Main process. */
import { expect } from 'vitest'
import type { BriefName } from './briefs.ts'
import type { Written } from './room/room.ts'

type Promised = BriefName | 'another turn'

/**
 * By condition, or by harness for all of its doors: what is not kept, and the beginning of how that shows.
 * One that is kept after all fails its test, so that the list stays true.
 */
const broken: Record<string, Partial<Record<Promised, string>>> = {
  'gemini-cli.acp': { 'a slash command': 'takes a brief that begins with `/help` for a command' },
  'nanocoder.acp': { 'a slash command': 'takes a brief that begins with `/help` for a command' },
  'nanocoder.cli': { 'another turn': 'has no second turn', '300 kB': 'than this system takes' },
  cline: { 'another turn': 'has no second turn', '300 kB': 'than this system takes' },
}

/** What harnesses leave outside of their sample's folders whatever they are told: beginnings of paths. */
const outside: Record<string, string[]> = { openclaw: ['/tmp/openclaw/'] }

export function outsideOf(harnesses: string[], written: Written[]): string[] {
  const known = harnesses.flatMap((harness) => outside[harness] ?? [])
  return written
    .map(({ path }) => path)
    .filter((place) => !known.some((beginning) => place.startsWith(beginning)))
}

/** @returns a check of a promise, which is told why it is not kept, or null */
export function keeps(condition: string) {
  const [harness = ''] = condition.split('.')
  const known: Partial<Record<Promised, string>> = { ...broken[harness], ...broken[condition] }
  return (promise: Promised, failure: string | null) => {
    const expected = known[promise]
    if (expected === undefined) expect(failure).toBe(null)
    else expect(failure).toContain(expected)
  }
}
