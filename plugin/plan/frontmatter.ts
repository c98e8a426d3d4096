/** Splits a Markdown text into its YAML front matter and its body. Runs in any process. */
import { LineCounter, parseDocument } from 'yaml'

/**
 * Reads the YAML between a first line `---` and the next line `---`. The body is everything after it,
 * byte for byte, except for blank lines directly after the fence. Without front matter the data is
 * `{}` and the body the whole text.
 *
 * @param file named in errors
 * @throws `file:line: what is wrong`, for a fence that is not closed and for bad YAML
 */
export function readFrontMatter(text: string, file: string): { data: unknown; body: string } {
  const opening = /^\uFEFF?---\r?\n/.exec(text)
  if (!opening) return { data: {}, body: text }
  const rest = text.slice(opening[0].length)
  const closing = /(?<=^|\n)---(?=\r?\n|\r?$)/.exec(rest)
  if (!closing) {
    throw new Error(
      `${file}:1: the front matter that "---" opens is never closed; end it with a line "---"`,
    )
  }
  return {
    data: readYaml(rest.slice(0, closing.index), file),
    body: rest.slice(closing.index + closing[0].length).replace(/^\r?\n?(?:[ \t]*\r?\n)*/, ''),
  }
}

function readYaml(source: string, file: string): unknown {
  const lineCounter = new LineCounter()
  const document = parseDocument(source, { lineCounter, prettyErrors: false })
  const [problem] = [...document.errors, ...document.warnings]
  if (problem) {
    // The fence is the first line of the file.
    const line = lineCounter.linePos(problem.pos[0]).line + 1
    throw new Error(`${file}:${line}: front matter is no valid YAML: ${problem.message}`)
  }
  try {
    return document.toJS() ?? {}
  } catch (error) {
    throw new Error(`${file}:2: front matter is no valid YAML: ${(error as Error).message}`)
  }
}
