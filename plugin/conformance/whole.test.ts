import { expect, test } from 'vitest'
import { whereLost } from './whole.ts'

const body = (content: string) => JSON.stringify({ messages: [{ content: [{ text: content }] }] })

test('a text arrived where some string of a request holds it, whatever stands around it', () => {
  const text = 'Say "one"\r\n$(x) 😀'
  expect(whereLost(text, [body('Hello.'), body(`<brief>${text}</brief>`)])).toBeNull()
  expect(whereLost(text, [text])).toBeNull()
})

test('what became of one that did not is said', () => {
  expect(whereLost('\nMend it.\n', [body('Mend it.')])).toBe(
    'it arrives without the white space at its ends',
  )
  expect(whereLost('Mend the sum.\r\nNow.', [body('Go.'), body('Mend the sum.\nNow.')])).toBe(
    '13 of 19 characters arrive, then "\\nNow." in place of "\\r\\nNow."',
  )
  expect(whereLost('/help me', [body('me'), body('a/b')])).toBe(
    'it does not arrive, nor does its beginning',
  )
  expect(whereLost('/help me', [])).toBe('it does not arrive, nor does its beginning')
})
