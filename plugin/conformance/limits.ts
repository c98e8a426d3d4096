/** Promises that an adapter of ours cannot keep, and why: shown in its table. Data, any process. */
export const knownLimits: Record<string, Record<string, string>> = {
  command: {
    'survives a program that exits 0 having failed':
      'it knows nothing of a program but its exit code',
  },
  nanocoder: {
    'a brief with a leading slash arrives byte for byte':
      'over the protocol it is a command of its own; the sample is then unmeasured',
  },
}
