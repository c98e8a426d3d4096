/** Text for a terminal: what may be printed, how wide it is, where it is broken; main process. */
import { stripVTControlCharacters, styleText } from 'node:util'

export interface Look {
  /** Columns that may be filled. Default: those of stdout, at most 120; 120 where it has none. */
  width?: number
  /** Default: as stdout, NO_COLOR and FORCE_COLOR say. */
  color?: boolean
}

type Style = Parameters<typeof styleText>[0]

export function widthOf(look: Look): number {
  return Math.max(40, look.width ?? Math.min(process.stdout.columns || 120, 120))
}

export function paint(look: Look, style: Style, text: string): string {
  if (look.color === undefined) return styleText(style, text)
  return look.color ? styleText(style, text, { validateStream: false }) : text
}

/**
 * Makes text that an agent, a file name or a harness chose safe to print in a line: escape sequences,
 * line breaks and characters that reorder a line or cannot be seen are shown, not obeyed. Joiners, which
 * scripts and emoji need, are left.
 */
export function printable(text: string): string {
  return text.replace(/[[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]--[\u200c\u200d]]/gv, (char) => {
    const known = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[char]
    const code = (char.codePointAt(0) as number).toString(16).padStart(4, '0')
    return known ?? (code.length > 4 ? `\\u{${code}}` : `\\u${code}`)
  })
}

/** Makes prose from elsewhere (a reason, a message) one line without colours. */
export function oneLine(text: string): string {
  return printable(stripVTControlCharacters(text).replace(/\s+/g, ' ').trim())
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wide =
  /\p{Emoji_Presentation}|\ufe0f|[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u

/** Columns that a text takes, escape sequences not counted. */
export function displayWidth(text: string): number {
  const bare = stripVTControlCharacters(text)
  if (/^[\x20-\x7e]*$/.test(bare)) return bare.length
  let width = 0
  for (const { segment } of graphemes.segment(bare)) width += columns(segment)
  return width
}

function columns(grapheme: string): number {
  if (/^\p{M}+$|^\u200b$/u.test(grapheme)) return 0
  return wide.test(grapheme) ? 2 : 1
}

/** Cuts plain text to a width, and says with `…` that it did. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  return `${take(text, width - 1)}…`
}

/** Keeps these words on one line: `(3 of 3)`. {@link wrap} prints the spaces as spaces. */
export function together(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

/** Breaks plain text into lines at spaces, and within a word only where the word is too long. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (let word of text.split(/ +/)) {
    if (line && displayWidth(line) + 1 + displayWidth(word) <= width) {
      line += ` ${word}`
      continue
    }
    if (line) lines.push(line)
    while (displayWidth(word) > width) {
      const head = take(word, width)
      lines.push(head)
      word = word.slice(head.length)
    }
    line = word
  }
  if (line || lines.length === 0) lines.push(line)
  return lines.map((one) => one.replaceAll('\u00a0', ' '))
}

/** The longest beginning that fits; one grapheme at least, so that a caller always gets on. */
function take(text: string, width: number): string {
  let head = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    used += columns(segment)
    if (used > width && head) break
    head += segment
  }
  return head
}

/** A paragraph that begins with `head`, its further lines indented by `indent` columns. */
export function paragraph(head: string, text: string, look: Look, indent = 2): string {
  const lines = wrap(text, widthOf(look) - indent - displayWidth(head))
  const pad = ' '.repeat(indent + displayWidth(head))
  return lines
    .map((line, index) => (index === 0 ? `${' '.repeat(indent)}${head}${line}` : `${pad}${line}`))
    .join('\n')
}
