/** Names that become folder names: safe on every file system that we support. */
import * as z from 'zod'

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Letters, digits, `.`, `_`, `-`; at most 64; neither hidden, nor a name that Windows reserves. */
export const nameSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'must be path-safe (1 to 64 of A-Z a-z 0-9 . _ -, the first a letter or digit)',
  )
  .refine((name) => !reserved.test(name) && !name.endsWith('.'), {
    error: 'must be path-safe (no name that Windows reserves, no dot at the end)',
  })

/** Pairs that are one name on a file system that ignores case. */
export function collisions(names: readonly string[]): string[] {
  const seen = new Map<string, string>()
  const found: string[] = []
  for (const name of names) {
    const key = name.toLowerCase()
    const earlier = seen.get(key)
    if (earlier === undefined) seen.set(key, name)
    else found.push(earlier === name ? name : `${earlier} and ${name}`)
  }
  return found
}
