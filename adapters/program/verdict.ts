/** How a turn ended, whatever the exit code says. In the adapter's process. */
import { type Metadata, Unmeasured } from '../../plugin/run/adapter.ts'
import { lastWords } from './last-words.ts'
import type { End, Preset } from './preset.ts'
import type { Ended } from './process.ts'
import type { Desk } from './sink.ts'

/**
 * @param claim what the turn used
 * @throws Unmeasured where the provider failed before the model had answered at all
 */
export function judge(
  { program, failure = byExitCode, tellsItsEnd }: Preset<never>,
  ended: Ended,
  desk: Desk,
  claim: Metadata,
): Metadata {
  const failed = desk.failed()
  const end: End = { ...ended, stop: desk.stop(), failed: failed?.message ?? null }
  const how = failure(end)
  const reason =
    how !== null
      ? `${program} ${how}${told(end)}`
      : failed
        ? `${program} failed: ${failed.message}`
        : tellsItsEnd && end.stop === null
          ? `${program} ended without a word of having done its work${told(end)}`
          : null
  if (reason === null) return claim
  if (failed?.ofProvider && !desk.hasAnswered()) throw new Unmeasured(reason)
  return { ...claim, crashed: reason }
}

/** The message continues a sentence. */
export function byExitCode({ exitCode, signal }: End): string | null {
  if (signal !== null) return `was ended by ${signal}`
  return exitCode === 0 ? null : `ended with exit code ${exitCode}`
}

function told({ failed, stderr }: End): string {
  const said = failed ?? lastWords(stderr)
  return said ? `: ${said}` : ''
}
