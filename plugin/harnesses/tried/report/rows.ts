/** What the tables say of one condition. Main process. */
import type { Tokens } from '../../../record/schema.ts'
import { conversationIn } from '../asides.ts'
import type { Measured } from '../measured.ts'
import type { Heard } from '../model/server.ts'
import type { Subject } from '../subjects.ts'
import type { Talk } from '../talk.ts'

export const measuredHead = [
  'harness',
  'version',
  'door',
  'wire',
  'system prompt',
  'tools',
  'calls for T1',
  'its own count of tokens',
  'input tokens, one question',
  'time over the model’s',
  'state',
  'litter',
  'outside',
  'hosts',
]

export interface Seen {
  subject: Subject
  solved: Measured
  talk: Talk
  isSealed: boolean
  /** Calls that were made for the question's first turn. */
  asked: Heard[]
}

export function measuredRow(seen: Seen): string[] {
  const { subject, solved, talk, asked } = seen
  const { calls, attempt, record } = solved
  const main = conversationIn(calls)
  const changed = record.change.fraction === 1 && record.regress.fraction === 1
  const model = solved.heard.reduce((sum, { took }) => sum + took, 0) / 1000
  return [
    subject.name,
    attempt.adapter.version.split(' ').at(-1) ?? '',
    subject.door === 'cli' ? 'CLI' : 'ACP',
    main?.wire ?? '',
    String(main?.systemCharacters ?? ''),
    String(main?.tools.count ?? ''),
    `${calls.filter(({ free }) => !free).length}${changed ? '' : `, ${record.outcome}, not solved`}`,
    ownCount(solved),
    inputOf(asked, subject.asides),
    `${(attempt.seconds - model).toFixed(1)} s`,
    `${sizeOf(talk.state.home)} in HOME, ${sizeOf(talk.state.temporary)} in TMPDIR`,
    record.litter.join(', ') || 'none',
    outsideIn(seen),
    hostsIn(seen),
  ]
}

export function arrivalCells({ name }: Subject, lost: (string | null)[]): string[] {
  return [name, ...lost.map((how) => (how === null ? 'arrives' : `no: ${how}`))]
}

export const runHead = ['adapter', 'run here', 'when and where']

/** @param solved by each of its doors; @param missing why it was not tried */
export function runRow(name: string, solved: Measured[], missing: string | null): string[] {
  const [first] = solved
  if (!first) return [name, 'no', missing ?? '']
  const day = first.attempt.startedAt.slice(0, 10)
  return [
    name,
    `yes, ${first.attempt.adapter.version.split(' ').slice(-2).join(' ')}`,
    `${day}, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
  ]
}

function inputOf(asked: Heard[], asides: string[]): string {
  const sum = asked.reduce((total, { served }) => total + served.input, 0)
  if (asked.length === 1) return String(sum)
  return [`${sum} in ${asked.length} calls`, ...asides].join(': ')
}

/** What the harness says that it used, beside what the meter counted. */
function ownCount({ attempt, record }: Measured): string {
  const { claim } = attempt
  if (claim === null) return 'none'
  const said = counted(claim.tokens)
  const metered = counted(record.usage.tokens)
  if (said === counted({ input: null, cacheRead: null, output: null })) return 'none'
  return said === metered ? 'the same' : `${said}; it was ${metered}`
}

function counted({ input, cacheRead, output }: Pick<Tokens, 'input' | 'cacheRead' | 'output'>) {
  const all = input === null ? 'unknown' : input + (cacheRead ?? 0)
  return `${all} in, ${output ?? 'unknown'} out`
}

function outsideIn({ solved, isSealed }: Seen): string {
  if (!isSealed) return 'not looked at'
  const places = solved.written.map(({ path }) => path)
  return (
    [...new Set(places.map((place) => place.replace(/[\da-f]{8}-[\da-f-]{27}|\d{4,}/g, '…')))].join(
      ', ',
    ) || 'nothing'
  )
}

function hostsIn({ subject, solved, isSealed }: Seen): string {
  const { lookups } = subject
  const listed = lookups.map(
    ({ role, off }) => `${role} (${off === null ? 'not switched off' : 'off'})`,
  )
  if (!isSealed) return `listed: ${listed.join('; ') || 'none'}`
  const names = new Set(solved.names.map(nameOf))
  return `seen: ${[...names].join(', ') || 'none'}; listed: ${listed.join('; ') || 'none'}`
}

/** Registries go by their names. */
function nameOf(host: string): string {
  return host.startsWith('registry.') ? 'a package registry' : host
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${Math.round(bytes / 1e6)} MB`
}
