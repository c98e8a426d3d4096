import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { figures } from '../figures.ts'
import { publishedPlan, publishedRecords, record } from '../fixtures/records.ts'
import { suiteTable } from '../terminal/suite.ts'
import { hostile, hostileReport } from './check/hostile.ts'
import { nothingKept } from './details/details.ts'
import type { Experiment } from './model.ts'
import { htmlReport } from './report.ts'

const published = (): Experiment => ({
  plan: publishedPlan,
  records: publishedRecords(),
  controls: [],
  said: [],
})

/** Text between tags, as a reader sees it. */
function textOf(page: string): string {
  return page
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name as keyof typeof entities])
    .replace(/\s+/g, ' ')
}
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const numbers = (text: string) =>
  text
    .split(/[\s[\]()]+/)
    .map((word) => word.replace(/[.,;:]+$/, ''))
    .filter((word) => /\d/.test(word))

test('the same records give the same bytes, in whatever order they came', async () => {
  const page = await htmlReport([published()])
  const backwards = { ...published(), records: publishedRecords().toReversed() }
  expect((await htmlReport([backwards])) === page).toBe(true)
})

test('every number of the terminal is on the page', async () => {
  const { plan, records } = published()
  const shown = new Set(numbers(textOf(await htmlReport([published()]))))
  const terminal = numbers(suiteTable(figures(plan, records), 'shopkit', { color: false }))
  expect(terminal.length).toBeGreaterThan(100)
  expect(terminal.filter((number) => !shown.has(number))).toEqual([])
})

test('every number leads to its entry, which holds the same text', async () => {
  const page = await htmlReport([published()])
  const links = [...page.matchAll(/<a class="n" href="#([^"]+)">(.*?)<\/a>/g)]
  expect(links.length).toBeGreaterThan(500)
  const entries = new Map(
    [...page.matchAll(/<tr id="(n\.[^"]+)">.*?<td>(.*?)<\/td>/g)].map(([, id, value]) => [
      id,
      textOf(value ?? ''),
    ]),
  )
  const wrong = links.filter(
    ([, id, text]) => entries.get(id)?.trim() !== textOf(text ?? '').trim(),
  )
  expect(wrong.map(([link]) => link)).toEqual([])
  expect(page.includes('<span class="n">')).toBe(false)
  // No figure of the table stands there without one.
  const [table = ''] = /<table class="figures">[\s\S]*?<\/table>/.exec(page) ?? []
  const rest = table.replace(/<a class="n".*?<\/a>|<th[\s\S]*?<\/th>|<svg[\s\S]*?<\/svg>/g, '')
  expect(textOf(rest)).not.toMatch(/\d/)
})

test('text that others chose stays text', async () => {
  const page = await hostileReport()
  // Our own script, the data, and one pack of details.
  expect(page.match(/<script/g)).toHaveLength(3)
  for (const char of ['<img', '<!--', '\u202e', '\u0000', '\u001b'])
    expect(page.includes(char), JSON.stringify(char)).toBe(false)
  expect(textOf(page).includes('<script>alert(1)</script>')).toBe(true)
  const [, pack = ''] = /id="pack[^"]*">([^<]*)</.exec(page) ?? []
  const details = JSON.parse(inflateRawSync(Buffer.from(pack, 'base64')).toString())
  expect(details[0].diff).toContain('<script>alert(1)</script>')
  expect(details[0].trace.rows).toHaveLength(15)
  expect(details[0].trace.rows[0].texts[0]).toContain('<script>alert(1)</script>')
  expect(JSON.stringify(details).includes('\u202e')).toBe(false)
  expect(hostile).toMatch(/\u202e/)
})

test('nothing may be fetched, and nothing else may run than what stands in the page', async () => {
  const page = await htmlReport([published()])
  const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
  for (const [name, element] of [
    ['script-src', /<script>([\s\S]*?)<\/script>/],
    ['style-src', /<style>([\s\S]*?)<\/style>/],
  ] as const) {
    const [, text = ''] = element.exec(page) ?? []
    const hash = createHash('sha256').update(text).digest('base64')
    expect(policy).toContain(`${name} &#39;sha256-${hash}&#39;`)
  }
  expect(policy).toContain('default-src &#39;none&#39;')
  expect(/ (src|href|style)="(?!#)[^"]*"/.exec(page)?.[0]).toBe(undefined)
})

test('what is asked for and not there is said, and nothing is made up for it', async () => {
  const records = [record({ condition: 'bare', task: 'T4', repetition: 2, outcome: 'unmeasured' })]
  const text = textOf(
    await htmlReport([{ ...published(), records, said: ['A plan was guessed.'] }]),
  )
  for (const words of ['A plan was guessed.', '0 of 30 samples', 'unknown (0 of 3)'])
    expect(text.includes(words), words).toBe(true)
  expect(/NaN|Infinity|undefined (of|T)/.test(text)).toBe(false)
})

test('several experiments and suites have parts of their own', async () => {
  const other = publishedRecords().map((one) => ({ ...one, experiment: 'other' }))
  const page = await htmlReport([
    published(),
    { ...published(), plan: { ...publishedPlan, experiment: 'other' }, records: other },
  ])
  expect(page.match(/<h1>/g)).toHaveLength(2)
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('all samples of a page share its room, of whatever experiment they are', async () => {
  const rooms = new Set<number>()
  const details: Experiment['details'] = async (_, room) => {
    rooms.add(room)
    return nothingKept
  }
  const plan = { ...publishedPlan, repetitions: 100 }
  const other = publishedRecords().map((one) => ({ ...one, experiment: 'other' }))
  await htmlReport([
    { ...published(), plan, details },
    { ...published(), plan: { ...plan, experiment: 'other' }, records: other, details },
  ])
  expect([...rooms]).toEqual([12_000])
})
