/** Promises that an adapter of ours cannot keep, and why: shown in its table. Data, any process. */
const slash = {
  'a brief with a leading slash arrives byte for byte':
    'over the protocol it is a command of its own; the sample is then unmeasured',
}
const ends = {
  'a brief with white space at its ends arrives byte for byte':
    'it drops that itself; the briefs of suites have none',
}
const long = {
  'a brief with 300 kB arrives byte for byte':
    'it takes its brief as an argument only, and that is longer than a system takes; the sample is then unmeasured',
}
const oneTurn = {
  'a second turn carries the first': 'its command line has no second turn, which is said',
}

const limits: Record<string, Record<string, string>> = {
  command: {
    'survives a program that exits 0 having failed':
      'it knows nothing of a program but its exit code',
  },
  pi: ends,
  'gemini-cli.acp': slash,
  'qwen-code.acp': {
    'claims the usage that its model served':
      'what it asks the model beside the conversation is not in its figures',
  },
  copilot: ends,
  'hermes.cli': {
    'survives a program that exits 0 having failed':
      'by its documentation, nothing but its exit code tells of that; over the protocol it is told',
  },
  'nanocoder.cli': { ...long, ...oneTurn },
  'nanocoder.acp': slash,
  cline: {
    ...ends,
    ...long,
    ...oneTurn,
    'a brief with `@README.md` arrives byte for byte':
      'it puts a file in the place of `@` and its name',
  },
}

/** @param name `nanocoder.acp`: what is said of `nanocoder` holds for it, too */
export function limitsOf(name: string): Record<string, string> {
  const [adapter = ''] = name.split('.')
  return { ...limits[adapter], ...limits[name] }
}
