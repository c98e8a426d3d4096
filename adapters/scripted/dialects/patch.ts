/** Patches in the form of codex’s `apply_patch`, which others took over. Main process. */
import type { Acts } from './acts.ts'
import type { Place } from './place.ts'

/** Null where the lines that hold the text have not been shown. */
export function updatingPatch(
  { path, old, new: text }: Acts['edit'],
  { lines }: Place,
): string | null {
  const before = lines(old)
  if (before === null) return null
  const after = before.replace(old, () => text)
  return patch(`*** Update File: ${path}`, '@@', ...marked('-', before), ...marked('+', after))
}

/** A whole file, whose last line ends as lines do. */
export function addingPatch({ path, content }: Acts['write']): string {
  return patch(`*** Add File: ${path}`, ...marked('+', content.replace(/\n$/, '')))
}

function marked(mark: string, text: string): string[] {
  return text.split('\n').map((line) => mark + line)
}

function patch(...lines: string[]): string {
  return ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n')
}
