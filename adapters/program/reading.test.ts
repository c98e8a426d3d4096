import { expect, test } from 'vitest'
import type { TraceInput } from '../../plugin/run/adapter.ts'
import type { Preset } from './preset.ts'
import { openReading } from './reading.ts'
import { createDesk } from './sink.ts'

/** @returns what a preset whose output is a document was given of this one */
function documentOf(...chunks: string[]) {
  const events: unknown[] = []
  const trace: TraceInput[] = []
  const preset = {
    output: 'document',
    read(event: unknown, sink) {
      events.push(event)
      sink.message('read')
    },
  } as Pick<Preset<never>, 'output' | 'read'> as Preset<never>
  const reading = openReading(preset, createDesk({ trace: (entry) => void trace.push(entry) }))
  let byte = 0
  for (const chunk of chunks) {
    reading.push(Buffer.from(chunk), byte)
    byte += Buffer.byteLength(chunk) + 3 // of standard error
  }
  reading.end()
  return { events, raw: trace[0]?.raw }
}

const nested = { a: [{ b: '}"{\\' }, { c: '\n{' }], d: '"\\"' }

test.each([
  ['alone', [JSON.stringify(nested)]],
  ['over several lines', [JSON.stringify(nested, null, 2)]],
  ['among other lines', ['{ is no JSON\n[nor: this\n', JSON.stringify(nested), '\nbye "\n']],
  ['after a quote that nothing closes', ['don"t\n', JSON.stringify(nested, null, 2)]],
  ['after another document', ['{"a":1}\n', JSON.stringify(nested)]],
  ['after a lone carriage return', ['50 %\r', JSON.stringify(nested)]],
])('a document is found %s', (_, chunks) => {
  expect(documentOf(...chunks).events).toEqual([nested])
})

test.each([
  ['nothing', ''],
  ['no object', 'done }\n'],
  ['half of one', '{"a":{"b":1}\n'],
  ['one within a line', 'x {"a":1}\n'],
])('what is no document is none: %s', (_, text) => {
  expect(documentOf(text).events).toEqual([])
})

test('where a document stands is told from its first byte to its last', () => {
  expect(documentOf('{"a":', '1}\n').raw).toEqual({ byte: 0, bytes: 11 })
})

test('how long it takes to find none grows with the text, and not with its square', () => {
  const took = (lines: number) => {
    const text = `${'[\n'.repeat(lines)}}`
    const begun = performance.now()
    documentOf(text)
    return performance.now() - begun
  }
  const least = (lines: number) => Math.min(...Array.from({ length: 3 }, () => took(lines)))
  least(10_000)
  // Sixteen times as much: 256 times as long, were it the square.
  expect(least(160_000) / least(10_000)).toBeLessThan(80)
})
