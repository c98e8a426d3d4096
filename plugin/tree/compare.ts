/** Compares two trees by content. Runs in any process. */
import { bounded } from './bounded.ts'
import { refusalOf, sameContent } from './content.ts'
import type { Ignore } from './ignore.ts'
import { keyOf } from './name.ts'
import { type Entry, emptyFolders, walk } from './walk.ts'
import { isGone } from './why.ts'

type Comparison = { added: string[]; removed: string[]; changed: string[] }

/**
 * The paths that differ, each list sorted. Files, links and special files count, and so do empty
 * folders, shown as `tmp/`; a folder that holds anything is told of by what it holds. Content, kind,
 * the executable bit and a link's target make a change; times, owners and other mode bits don't.
 */
export async function compareTrees(
  before: string,
  after: string,
  ignore: Ignore,
): Promise<Comparison> {
  const changes = await changesBetween(before, after, ignore)
  const paths = (kept: typeof changes) =>
    kept.map(({ old, new: now }) => now ?? old).map((entry) => labelOf(entry as Entry))
  return {
    added: paths(changes.filter(({ old }) => !old)),
    removed: paths(changes.filter(({ new: now }) => !now)),
    changed: paths(changes.filter(({ old, new: now }) => old && now)),
  }
}

/** One difference: an entry on one side only, or two that are not the same. */
export type Change = { old: Entry | null; new: Entry | null }

/** Everything that differs, sorted by the bytes of the paths. */
export async function changesBetween(
  before: string,
  after: string,
  ignore: Ignore,
): Promise<Change[]> {
  const [olds, news] = await Promise.all([countedIn(before, ignore), countedIn(after, ignore)])
  const keys = [...new Set([...olds.keys(), ...news.keys()])].sort()
  const found: (Change | null)[] = Array(keys.length).fill(null)
  await bounded(keys, async (key, index) => {
    const change = { old: olds.get(key) ?? null, new: news.get(key) ?? null }
    const isSame = change.old && change.new && (await same(before, change.old, after, change.new))
    if (!isSame) found[index] = change
  })
  return found.filter((change) => change !== null)
}

async function countedIn(root: string, ignore: Ignore): Promise<Map<string, Entry>> {
  const entries = await walk(root, ignore)
  const empty = emptyFolders(entries)
  return new Map(
    entries
      .filter((entry) => entry.kind !== 'folder' || empty.has(entry))
      .map((entry) => [entry.key, entry]),
  )
}

async function same(before: string, old: Entry, after: string, now: Entry): Promise<boolean> {
  if (old.kind !== now.kind || old.special !== now.special) return false
  if (old.executable !== now.executable) return false
  if (old.problem !== null || now.problem !== null) return old.problem === now.problem
  if (old.kind === 'link') return keyOf(old.target ?? '') === keyOf(now.target ?? '')
  if (old.kind !== 'file') return true
  try {
    return await sameContent(before, old, after, now)
  } catch (error) {
    if (isGone(error) || old.size !== now.size) return false
    // No reading it: two files that both can't be read count as the same, as they do in a hash.
    const refusals = await Promise.all([refusalOf(before, old), refusalOf(after, now)])
    return refusals.every((refusal) => refusal !== null)
  }
}

function labelOf({ path, kind }: Entry): string {
  return kind === 'folder' ? `${path}/` : path
}
