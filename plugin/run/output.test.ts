import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { openOutput } from './output.ts'

test('little output is kept as it is, whatever its bytes', async () => {
  const file = path.join(await temporaryTree(), 'output')
  const output = openOutput(file)
  output.write(Buffer.from([104, 105, 0, 255, 254]))
  expect(output.close()).toEqual({ bytes: 5, kept: 5 })
  expect(await readFile(file)).toEqual(Buffer.from([104, 105, 0, 255, 254]))
})

test('of much output the beginning and the end are kept, and what was cut is said', async () => {
  const file = path.join(await temporaryTree(), 'output')
  const output = openOutput(file)
  output.write(Buffer.from('begin'))
  for (let i = 0; i < 100; i++) output.write(Buffer.alloc(100_000, 46))
  output.write(Buffer.from('end'))
  const { bytes, kept } = output.close()
  expect({ bytes, kept }).toEqual({ bytes: 10_000_008, kept: 2_000_000 })
  const text = await readFile(file, 'utf8')
  expect(text).toMatch(/^begin\.+\n\[… 8000008 bytes cut …\]\n\.+end$/)
})
