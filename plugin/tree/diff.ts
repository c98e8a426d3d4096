/** The difference between two trees as a unified diff in git's form. Runs in any process. */
import { isUtf8 } from 'node:buffer'
import { type Change, changesBetween } from './compare.ts'
import { readContent, sameContent } from './content.ts'
import { hunksBetween } from './hunks.ts'
import type { Ignore } from './ignore.ts'
import { quoted } from './quote.ts'
import type { Entry } from './walk.ts'

/** A larger file is named with its size, without its content. */
export const LARGEST_SHOWN = 1024 * 1024
/** Once a diff is this long (in characters), the remaining files are named with their sizes only. */
const LONGEST_DIFF = 16 * 1024 * 1024

/**
 * A diff that `git apply` takes, by content: the same trees give the same text anywhere. Binary files
 * (a NUL in them, or no UTF-8) and files that are too large are said to differ, as git does without
 * `--binary`; such a diff can be read but not applied. Empty folders don't show, as in git.
 */
export async function diffTrees(before: string, after: string, ignore: Ignore): Promise<string> {
  let text = ''
  for (const change of await changesBetween(before, after, ignore)) {
    const mayShow = text.length < LONGEST_DIFF
    for (const step of stepsOf(change)) text += await section(before, after, step, mayShow)
  }
  return text
}

/** A change from a file to a link, or back, is a deletion and a creation. */
function stepsOf(change: Change): Change[] {
  const { old, new: now } = change
  if (!old || !now || old.kind === now.kind) return [change]
  return [
    { old, new: null },
    { old: null, new: now },
  ]
}

async function section(
  before: string,
  after: string,
  { old, new: now }: Change,
  mayShow: boolean,
): Promise<string> {
  const entry = (now ?? old) as Entry
  if (entry.kind === 'folder') return ''
  const [a, b] = [quoted('a/', entry.raw), quoted('b/', entry.raw)]
  if (entry.kind === 'other') return `# ${a} ${old ? 'was' : 'is'} a ${entry.special}\n`

  let head = `diff --git ${a} ${b}\n`
  if (!old) head += `new file mode ${gitMode(entry)}\n`
  else if (!now) head += `deleted file mode ${gitMode(entry)}\n`
  else if (old.executable !== now.executable) {
    head += `old mode ${gitMode(old)}\nnew mode ${gitMode(now)}\n`
  }

  const [was, is] = await Promise.all([partOf(before, old, mayShow), partOf(after, now, mayShow)])
  const names = { old: old ? a : '/dev/null', new: now ? b : '/dev/null' }
  if ('note' in was || 'note' in is) {
    if (old && now && (await sameContent(before, old, after, now).catch(() => false))) return head
    const note = (part: Part) => ('note' in part ? part.note : '')
    return `${head}Binary files ${names.old}${note(was)} and ${names.new}${note(is)} differ\n`
  }
  if (was.text === is.text) return head
  // git ends a name that holds a space with a tab, so that what follows can't be taken for a part of it.
  const tab = entry.path.includes(' ') ? '\t' : ''
  const ended = (name: string) => (name === '/dev/null' ? name : name + tab)
  return `${head}--- ${ended(names.old)}\n+++ ${ended(names.new)}\n${hunksBetween(was.text, is.text)}`
}

/** What one side has to show: a text, or why it is not shown. */
type Part = { text: string } | { note: string }

async function partOf(root: string, entry: Entry | null, mayShow: boolean): Promise<Part> {
  if (!entry) return { text: '' }
  if (entry.kind === 'link') return partFrom(Buffer.from(entry.target ?? ''))
  if (entry.size > LARGEST_SHOWN || !mayShow) return { note: ` (${entry.size} bytes)` }
  try {
    return partFrom(await readContent(root, entry))
  } catch {
    return { note: ' (unreadable)' }
  }
}

function partFrom(content: Buffer): Part {
  return isUtf8(content) && !content.includes(0) ? { text: content.toString() } : { note: '' }
}

function gitMode({ kind, executable }: Entry): string {
  if (kind === 'link') return '120000'
  return executable ? '100755' : '100644'
}
