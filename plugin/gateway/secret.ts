/** Keeps a real key out of what is written, and out of what a harness gets to see. Any process. */

/** What is shorter is no key, but a dummy such as `none`: it would be taken out of ordinary words. */
const shortest = 8

const isSecret = (key: string | undefined): key is string =>
  key !== undefined && key.length >= shortest

/** Takes the key out of a text, in the forms in which JSON and a URL would hold it, too. */
export function hiding(key: string | undefined): (text: string) => string {
  if (!isSecret(key)) return (text) => text
  let forms: string[] | undefined
  return (text) => {
    if (text.length < key.length) return text
    forms ??= [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]
    for (const form of forms)
      if (text.includes(form)) text = text.replaceAll(form, '*'.repeat(form.length))
    return text
  }
}

export interface Mask {
  /** The chunk with asterisks for the key; may hold back an end with which a key could begin. */
  through(chunk: Buffer): Buffer
  /** What was held back. */
  rest(): Buffer
  /** Was there anything to hide? */
  found: boolean
}

/** Hides a key in bytes that pass by, wherever they are cut; their number stays what it was. */
export function maskFor(key: string | undefined): Mask | null {
  if (!isSecret(key)) return null
  const secret = Buffer.from(key)
  let held = Buffer.alloc(0)
  const mask: Mask = {
    found: false,
    through(chunk) {
      let bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      for (let at = bytes.indexOf(secret); at !== -1; at = bytes.indexOf(secret, at)) {
        // Others may hold the chunk: theirs is not to be changed.
        if (bytes === chunk) bytes = Buffer.from(chunk)
        mask.found = true
        bytes.fill('*', at, at + secret.length)
      }
      const cut = bytes.length - beginning(bytes, secret)
      held = Buffer.from(bytes.subarray(cut))
      return cut === bytes.length ? bytes : bytes.subarray(0, cut)
    },
    rest() {
      const rest = held
      held = Buffer.alloc(0)
      return rest
    },
  }
  return mask
}

/** Length of the longest end of `bytes` with which `secret` begins. */
function beginning(bytes: Buffer, secret: Buffer): number {
  const first = secret[0] as number
  const from = Math.max(0, bytes.length - secret.length + 1)
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    const length = bytes.length - at
    if (bytes.compare(secret, 0, length, at) === 0) return length
  }
  return 0
}
