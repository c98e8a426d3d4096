/** The page's own script and style, as they stand in it: the modules of browser/ in one scope; main process. */
import { readFile } from 'node:fs/promises'
import { colours } from './style/colours.ts'
import { layout } from './style/layout.ts'
import { plots } from './style/plots.ts'

export const style = [colours, layout, plots].join('').replaceAll('\n\n', '\n').trim()

/** In the order in which they need one another. */
const modules = [
  'theme',
  'element',
  'data',
  'drawer',
  'trace',
  'sample',
  'heat',
  'sources',
  'page',
] as const

/** Each name of these modules is the only one of its kind, so that imports need not be resolved. */
export async function script(): Promise<string> {
  const sources = await Promise.all(modules.map((name) => source(name)))
  return `{\n'use strict';\n${sources.join('\n')}\n}`
}

async function source(name: (typeof modules)[number]): Promise<string> {
  const text = await readFile(new URL(`./browser/${name}.js`, import.meta.url), 'utf8')
  return text
    .replace(/^import\s[\s\S]*?\sfrom '[^']+';?\n/gm, '')
    .replace(/^export /gm, '')
    .replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('//'))
    .join('\n')
}
