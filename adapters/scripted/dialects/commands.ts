/**
 * What a script says, as commands of a POSIX shell, for harnesses that have no tool for it. Runs in
 * the main process.
 */
import path from 'node:path'
import type { Acts } from './acts.ts'

const notOurs = '-not -path "*/.git/*" -not -path "*/node_modules/*"'

/** Replaces a text that is there once, or everywhere; says so where it is not. */
const replacing = [
  'const [path, old, text, all] = process.argv.slice(1)',
  'const parts = fs.readFileSync(path, "utf8").split(old)',
  'if (parts.length === 1 || (parts.length > 2 && !all)) throw Error(`found $' +
    '{parts.length - 1} times`)',
  'fs.writeFileSync(path, parts.join(text))',
].join('; ')

export const commandOf: { [Name in keyof Acts]: (input: Acts[Name]) => string } = {
  read: ({ path, from }) =>
    from === undefined ? `cat ${quoted(path)}` : `sed -n '${from},$p' ${quoted(path)}`,
  list: ({ path }) => `find ${quoted(path)} -type f ${notOurs} | sort`,
  search: ({ text, path }) =>
    `grep -rnF --exclude-dir=.git --exclude-dir=node_modules -e ${quoted(text)} ${quoted(path)}`,
  edit: ({ path, old, new: text, all }) =>
    ['node', '-e', ...[replacing, '--', path, old, text, ...(all ? ['all'] : [])].map(quoted)].join(
      ' ',
    ),
  write({ path: place, content }) {
    const folder = path.posix.dirname(place)
    const make = folder === '.' ? '' : `mkdir -p ${quoted(folder)} && `
    return `${make}printf %s ${quoted(content)} > ${quoted(place)}`
  },
  run: ({ command }) => command,
}

function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) && !word.startsWith('-')
    ? word
    : `'${word.replaceAll("'", "'\\''")}'`
}
