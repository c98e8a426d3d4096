/** Says in words why the file system refused. Runs in any process. */

const words: Record<string, string> = {
  EACCES: 'no permission',
  EPERM: 'not permitted',
  ELOOP: 'links in a loop',
  ENAMETOOLONG: 'its path is too long',
  ENOENT: 'it vanished meanwhile',
  ENOTDIR: 'it vanished meanwhile',
  EIO: 'the disk could not read it',
}

export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException)?.code ?? 'unknown'
}

export function why(error: unknown): string {
  const code = codeOf(error)
  return words[code] ? `${words[code]} (${code})` : String((error as Error)?.message ?? error)
}

/** True where the entry is gone, or its folder is. */
export function isGone(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
}
