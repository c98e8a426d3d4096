/** Looks into JSON that somebody else wrote and that may hold anything. Pure; any process. */

/** The value at the end of a path of keys, undefined where the path leads nowhere. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let here = value
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return undefined
    here = (here as Record<string | number, unknown>)[key]
  }
  return here
}

/** A string with something in it, or null. */
export function textAt(value: unknown, ...path: (string | number)[]): string | null {
  const found = at(value, ...path)
  return typeof found === 'string' && found !== '' ? found : null
}

/** A list, or one that is empty. */
export function listAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** An object that is not a list, or null. */
export function objectAt(value: unknown, ...path: (string | number)[]): object | null {
  const found = at(value, ...path)
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? found : null
}

/** Arguments of a tool call: text as it stands, anything else as JSON. */
export function argumentsText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}
