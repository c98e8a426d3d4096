/** What harnesses are asked that they might not pass on as it is. Any process. */

/** The same trivial question to all, and one that goes on from it. */
export const question = ['How much is two and two?', 'And with three more?']

const text = [
  'Quotes: "double", \'single\', a lone " and a lone \' here.',
  'A shell would run $(touch injected) and `touch injected`, and fill in $HOME, %PATH% and ~.',
  'Files are meant by @README.md and @src/sum.ts, and #src/sum.ts.',
  'Backslashes: \\ \\n \\" and C:\\new.  Two spaces, a\ttab, {brief}, {{model}}, <b>&amp;</b>, !!.',
  'This line ends as on Windows.\r',
  'Emoji: 👩‍👩‍👧 🏳️‍🌈; letters: é, e\u0301, 漢字, ß.',
  'That is all.',
].join('\n')

const long = Array.from({ length: 6000 }, (_, index) => `Line ${index}: ${'x'.repeat(37)}`).join(
  '\n',
)

/** Each is a session of its own. */
export const briefs = {
  'quotes, $(…), backticks, @README.md, CRLF, emoji': text,
  'a leading @': '@README.md is how this begins. How much is two and two?',
  'a leading dash': '--help is how this begins, and -p follows. How much is two and two?',
  'a leading slash': '/src/sum.ts is how this begins. How much is two and two?',
  'a slash command': '/help me. How much is two and two?',
  'white space at its ends': '\n  How much is two and two?\n\n  ',
  '300 kB': `${long}\nHow much is two and two?`.padEnd(300_000, '.'),
} satisfies Record<string, string>
export type BriefName = keyof typeof briefs
export const briefNames = Object.keys(briefs) as BriefName[]
