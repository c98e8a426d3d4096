/**
 * The technique `map`: a map of the project stands in the context from the start, every file with what
 * it declares for others. Found line by line, without a parser, so that a project of any language, or
 * one that does not parse, has a map. In the adapter's process.
 */
import path from 'node:path'
import { defaultIgnore, ignoring } from '../../../plugin/tree/ignore.ts'
import { walk } from '../../../plugin/tree/walk.ts'
import { cutLines } from '../limits.ts'
import { readText } from '../workspace.ts'
import { mapHeading } from './headings.ts'

/** Lines that a declaration may run over before its body begins. */
const LONGEST_DECLARATION = 8

/** Characters of a declaration that are shown. */
const WIDEST_DECLARATION = 200

interface Language {
  files: RegExp
  declares: RegExp
}

const languages: Language[] = [
  {
    files: /\.[cm]?[jt]sx?$/,
    declares:
      /^export\s+(default\s+)?(declare\s+)?(abstract\s+)?(async\s+)?(function|class|interface|type|enum|const|let|var)\b/,
  },
  { files: /\.py$/, declares: /^(\s{4})?(async\s+)?(def\s+[a-z]|class\s)/i },
  { files: /\.go$/, declares: /^(func(\s+\([^)]*\))?|type|var|const)\s+[A-Z]/ },
  {
    files: /\.rs$/,
    declares: /^\s*pub(\([^)]*\))?\s+(async\s+|unsafe\s+)*(fn|struct|enum|trait|type|const)\b/,
  },
  { files: /\.(java|kt|cs|swift)$/, declares: /^\s*(public|open|internal)\s/ },
  { files: /\.rb$/, declares: /^\s*(class|module|def)\s/ },
  {
    files: /\.php$/,
    declares: /^\s*((abstract|final)\s+)?(class|interface|trait|function|public)\s/,
  },
]

/** @returns a section for the instructions, heading included */
export async function mapOf(build: string): Promise<string> {
  const entries = await walk(build, ignoring(defaultIgnore))
  const lines: string[] = []
  for (const { path: name, kind } of entries) {
    if (kind !== 'file') continue
    lines.push(name, ...(await declarationsIn(build, name)).map((found) => `  ${found}`))
  }
  const left = (shown: number) => `${shown} are shown; look for the others with your tools`
  return `${mapHeading}\n\n${cutLines(lines, left)}`
}

async function declarationsIn(build: string, name: string): Promise<string[]> {
  const language = languages.find(({ files }) => files.test(path.posix.basename(name)))
  if (language === undefined) return []
  // What is no text, too large, or has just gone declares nothing.
  const lines = (await readText(build, name).catch(() => '')).split('\n')
  return lines.flatMap((line, index) =>
    language.declares.test(line)
      ? [signature(lines.slice(index, index + LONGEST_DECLARATION)).slice(0, WIDEST_DECLARATION)]
      : [],
  )
}

/** A declaration without its body or value: up to where its brackets are closed. */
function signature([first = '', ...more]: string[]): string {
  let text = first.trim()
  if (/\b(const|let|var)\b/.test(text) && !/=>|=\s*(async\s*)?\(/.test(text))
    text = text.replace(/\s*=.*/, '')
  for (const line of more) {
    if (!isOpen(text)) break
    text = `${text} ${line.trim()}`
  }
  return text
    .replace(/\s*(=>)?\s*[{:=]?\s*$/, '')
    .replace(/^export\s+(default\s+)?/, '')
    .replaceAll(/\(\s+/g, '(')
    .replaceAll(/,?\s+\)/g, ')')
}

function isOpen(text: string): boolean {
  return text.split('(').length > text.split(')').length
}
