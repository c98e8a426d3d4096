/** What the page holds of its samples: where each stands in its heat map, and its details, packed. In the page. */
/** @import { Details, PageData, SuiteData } from '../page-data.ts' */

/** @type {Record<string, string>} */
export const stateNames = {
  f: 'fixed',
  k: 'kept',
  b: 'broke',
  u: 'unfixed',
  p: 'passed',
  x: 'failed',
  g: 'no verdict',
  m: 'no record',
  '-': 'not asked for',
}

/** Letters of states in which an assertion failed. */
export const FAILED = 'bux'

/** @type {PageData | undefined} */
let suitesRead

/** @param {string} anchor @returns {SuiteData | undefined} */
export function suiteData(anchor) {
  suitesRead ??= JSON.parse(document.getElementById('samples')?.textContent ?? '{}')
  return suitesRead?.[anchor]
}

/** @param {SuiteData} suite @param {number} column */
export function columnName(suite, column) {
  const [condition, task, repetition] = suite.columns[column] ?? [0, 0, 0]
  return `${suite.conditions[condition]} ${suite.tasks[task]} #${repetition}`
}

/** @type {Map<string, Promise<(Details | null)[]>>} */
const packsRead = new Map()

/**
 * Inflates the pack that a sample is in, once.
 * @param {SuiteData} suite
 * @param {string} anchor
 * @param {number} column
 */
export async function details({ pack }, anchor, column) {
  const id = `pack.${anchor}.${Math.floor(column / pack)}`
  const read = packsRead.get(id) ?? inflate(document.getElementById(id)?.textContent ?? '')
  packsRead.set(id, read)
  return (await read)[column % pack] ?? null
}

/** @param {string} base64 @returns {Promise<(Details | null)[]>} */
async function inflate(base64) {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return JSON.parse(await new Response(stream).text())
}
