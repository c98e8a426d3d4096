/** Names in a diff, as git writes them: in C's style wherever they are not plain. Runs in any process. */
import { decodeName, type RawPath } from './name.ts'

const named: Record<string, string> = {
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '"': '"',
  '\\': '\\',
}
const byLetter = Object.fromEntries(Object.entries(named).map(([byte, letter]) => [letter, byte]))

/** `a/plain.txt`, or `"a/caf\303\251"`: the quotes stand around the prefix too. */
export function quoted(prefix: string, path: RawPath): string {
  const bytes = prefix + Buffer.from(path).toString('latin1')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what git quotes
  const odd = /[\x00-\x1f"\\\x7f-\xff]/g
  const plain = bytes.replace(odd, (byte) => `\\${named[byte] ?? octal(byte)}`)
  return plain === bytes ? bytes : `"${plain}"`
}

function octal(byte: string): string {
  return byte.charCodeAt(0).toString(8).padStart(3, '0')
}

/** The path that `quoted` was given, prefix included; a name without quotes is taken as it stands. */
export function unquoted(name: string): RawPath {
  if (!/^".*"$/.test(name)) return name
  const bytes = Buffer.from(name.slice(1, -1)).toString('latin1')
  const plain = bytes.replace(/\\([0-3][0-7]{2}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (byLetter[code] ?? code),
  )
  return decodeName(Buffer.from(plain, 'latin1'))
}
