/** Whether a text arrived as it was sent. Any process. */

/**
 * @param bodies of requests, in JSON of any shape
 * @returns null where some text in one of them holds `text` byte for byte; else what became of it
 */
export function whereLost(text: string, bodies: readonly string[]): string | null {
  const strings = bodies.flatMap(stringsIn)
  if (strings.some((string) => string.includes(text))) return null
  if (strings.some((string) => string.includes(text.trim())))
    return 'it arrives without the white space at its ends'
  const [prefix, holder] = longestPrefix(text, strings)
  // So few characters are found in anything.
  if (prefix.length < 4) return 'it does not arrive, nor does its beginning'
  const at = holder.indexOf(prefix) + prefix.length
  const instead = holder.slice(at, at + 20)
  return `${prefix.length} of ${text.length} characters arrive, then ${JSON.stringify(instead)} in place of ${JSON.stringify(text.slice(prefix.length, prefix.length + 20))}`
}

function longestPrefix(text: string, strings: readonly string[]): [string, string] {
  let best: [string, string] = ['', '']
  for (const string of strings) {
    let low = best[0].length
    let high = text.length
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (string.includes(text.slice(0, middle))) low = middle
      else high = middle - 1
    }
    if (low > best[0].length) best = [text.slice(0, low), string]
  }
  return best
}

function stringsIn(body: string): string[] {
  const found: string[] = []
  try {
    JSON.parse(body, (_, value) => {
      if (typeof value === 'string') found.push(value)
      return value
    })
  } catch {
    found.push(body)
  }
  return found
}
