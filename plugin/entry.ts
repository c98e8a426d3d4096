/** Finds a program or module of ours beside its caller: `.ts` in the repository, `.js` when published. */

/**
 * @param from `import.meta.url` of the caller
 * @param relative path without an extension, `./worker`
 */
export function entry(from: string, relative: string): URL {
  return new URL(relative + (new URL(from).pathname.endsWith('.ts') ? '.ts' : '.js'), from)
}
