/**
 * What an adapter is given to do, and what the scripted model says to it. Plain data, any process.
 *
 * Commands of the shell are for POSIX; on Windows those cases are left out.
 */
import type { Script } from '../../adapters/scripted/script.ts'
import type { Fault } from './model.ts'

type Turns = Script['turns']

export interface Case {
  /** The task's name. */
  name: string
  brief: string
  turns: Turns
  /** What goes wrong with the model. */
  fault?: Fault
  /** Said in a second turn of the same session. */
  second?: string
  needsShell?: boolean
}

/** Stands in the seed's README.md and nowhere else. */
export const README_WORD = 'qelvorin'

/** By it a command knows that it is in the build and not in a folder of the user's. */
export const MARK_FILE = 'conformance-mark.txt'

/** What the file that is asked for is to hold. */
export const DONE = { path: 'done.txt', content: 'It\'s "done": $HOME `x` \\ é 😀\n' } as const

export const ENVIRONMENT_FILE = 'environment.txt'
export const CHILD_FILE = 'child.txt'
/** Bytes that a command prints. */
const LOUD = 100_000_000

const says = (summary: string): Turns[number] => ({ calls: [{ finish: { summary } }] })
const runs = (command: string): Turns[number] => ({ calls: [{ run: { command } }] })
const writes: Turns[number] = { calls: [{ write: { ...DONE } }] }

export const work: Case = {
  name: 'work',
  brief: `Please write the file ${DONE.path}.\n`,
  turns: [writes, says('The file is written.')],
}

/** One each, so that a reader of the table learns which of them does not arrive. */
export const briefs: (Case & { shown: string })[] = (
  [
    [
      'quotes',
      `quotes, \`$(…)\`, backticks`,
      `Say 'one' and "two", $(touch pwned) and \`touch pwned\`, $HOME, %PATH%, \\n and \\\\, !!, {brief} {model}.`,
    ],
    ['file', '`@README.md`', '@README.md is where to look first; see @./README.md too.'],
    ['dash', 'a leading dash', '--version and -h are words of this brief, and no options.'],
    ['slash', 'a leading slash', '/help is how this brief begins; /clear is how it goes on.'],
    [
      'lines',
      'CRLF and emoji',
      'One line.\r\nAnother, after CRLF.\r\n\r\n\tIndented é, e\u0301, 名前, 😀 👩‍👩‍👧 \u202eback\u202c.\r\nThe last one.',
    ],
    [
      'ends',
      'white space at its ends',
      '\n   \n  It begins and ends with white space: so do patches, and quoted code.  \n\t\n\n',
    ],
    [
      'long',
      '300 kB',
      `A long brief.\n${Array.from({ length: 3000 }, (_, line) => `${String(line).padStart(4, '0')} ${'words '.repeat(16)}`).join('\n')}\nIts end.`,
    ],
  ] as const
).map(([name, shown, brief]) => ({
  name: `brief-${name}`,
  shown,
  brief,
  turns: [says('Read.'), says('Read again.')],
}))

export const turns: Case = {
  name: 'turns',
  brief: 'The word of the first turn is `umbrella`.',
  second: 'And what was the word that I said before?',
  turns: [says('I shall remember it.'), says('It was the first one.'), says('So it was.')],
}

/** The model answers once, and then never again. */
export const silence: Case = {
  name: 'silence',
  brief: work.brief,
  turns: [writes, says('The file is written.')],
  fault: { after: 1, how: 'silence' },
}

export const refusal: Case = {
  name: 'refusal',
  brief: work.brief,
  turns: [writes, says('The file is written.')],
  fault: { after: 1, how: 'refusal' },
}

export const environment: Case = {
  name: 'environment',
  brief: 'Please list the variables of the environment.',
  turns: [runs(`env > ${ENVIRONMENT_FILE}`), says('Listed.')],
  needsShell: true,
}

/** A command that goes on in a session of its own when the harness has ended. */
export const leftover: Case = {
  name: 'leftover',
  brief: 'Please start the server.',
  turns: [
    // Without `$(…)`, which some refuse.
    runs(
      `C='echo $$ > ${CHILD_FILE}; exec sleep 300'; (if command -v setsid; then setsid sh -c "$C"; else sh -c "$C"; fi </dev/null >/dev/null 2>&1 &) ; while [ ! -s ${CHILD_FILE} ]; do sleep 0.05; done`,
    ),
    says('It is started.'),
  ],
  needsShell: true,
}

export const loud: Case = {
  name: 'loud',
  brief: 'Please print a great deal.',
  turns: [
    runs(`printf '\\377\\376\\300'; head -c ${LOUD} /dev/zero | tr '\\000' x`),
    says('It is printed.'),
  ],
  needsShell: true,
}

export const gone: Case = {
  name: 'gone',
  brief: 'Please clean up.',
  // Not where a shell is somewhere else; and some do not let `rm -rf` pass.
  turns: [runs(`[ -f ${MARK_FILE} ] && find "$PWD" -delete`), says('It is cleaned up.')],
  needsShell: true,
}

export const allCases: readonly Case[] = [
  work,
  ...briefs,
  turns,
  silence,
  refusal,
  environment,
  leftover,
  loud,
  gone,
]
