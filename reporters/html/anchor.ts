/** Names of places in the page, from names that may hold anything; main process. */

/** No two lists of names give one anchor: what is no letter, digit or dash is written as its code. */
export function anchor(...names: (string | number)[]): string {
  return names
    .map((name) =>
      String(name).replace(
        /[^A-Za-z0-9-]/gu,
        (char) => `_${(char.codePointAt(0) as number).toString(16)}_`,
      ),
    )
    .join('.')
}
