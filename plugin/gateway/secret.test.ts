import { expect, test } from 'vitest'
import { hiding, maskFor } from './secret.ts'

const key = 'sk-0123456789'
const stars = '*'.repeat(key.length)

test('a key is hidden wherever the bytes are cut, and nothing else is changed', () => {
  const text = `a${key}b${key}${key} sk-0123 sk-01234567 x${key}`
  for (let size = 1; size <= text.length; size++) {
    const mask = maskFor(key)
    let out = ''
    for (let at = 0; at < text.length; at += size)
      out += mask?.through(Buffer.from(text.slice(at, at + size)))
    out += mask?.rest()
    expect(out).toBe(text.replaceAll(key, stars))
    expect(mask?.found).toBe(true)
  }
})

test('what could not be the beginning of a key is not held back', () => {
  const mask = maskFor(key)
  expect(String(mask?.through(Buffer.from('data: {}\n\n')))).toBe('data: {}\n\n')
  expect(String(mask?.through(Buffer.from('ends in sk-01')))).toBe('ends in ')
  expect(String(mask?.through(Buffer.from('x')))).toBe('sk-01x')
  expect(String(mask?.rest())).toBe('')
})

test('the caller’s chunk stays what it was', () => {
  const chunk = Buffer.from(`a ${key} b`)
  expect(String(maskFor(key)?.through(chunk))).toBe(`a ${stars} b`)
  expect(String(chunk)).toBe(`a ${key} b`)
})

test('texts hold no key in any of its forms; a dummy is left alone', () => {
  const odd = 'a"key/with+signs'
  const hide = hiding(odd)
  for (const form of [odd, JSON.stringify({ odd }), `?key=${encodeURIComponent(odd)}`])
    expect(hide(form)).toMatch(/^[^k]*\*+[^k]*$|^\?key=\*+$|^\{"odd":"\*+"\}$/)
  expect(hiding('none')('none of it')).toBe('none of it')
  expect(maskFor('none')).toBeNull()
  expect(maskFor(undefined)).toBeNull()
})
