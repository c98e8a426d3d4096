/** Promises that an adapter of ours cannot keep, and why: shown in its table. Data, any process. */
const slash = {
  'a brief with a leading slash arrives byte for byte':
    'over the protocol it is a command of its own; the sample is then unmeasured',
}

const limits: Record<string, Record<string, string>> = {
  command: {
    'survives a program that exits 0 having failed':
      'it knows nothing of a program but its exit code',
  },
  'gemini-cli.acp': slash,
  'nanocoder.acp': slash,
}

/** @param name `nanocoder.acp`: what is said of `nanocoder` holds for it, too */
export function limitsOf(name: string): Record<string, string> {
  const [adapter = ''] = name.split('.')
  return { ...limits[adapter], ...limits[name] }
}
