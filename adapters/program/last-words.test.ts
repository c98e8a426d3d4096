import { execFile } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryTree } from '../../plugin/tree/fixtures/temporary-tree.ts'
import { lastWords } from './last-words.ts'

/** What Node says of this program, as the last words. */
async function ofNode(source: string) {
  const folder = await temporaryTree({ 'main.mjs': source })
  const stderr = await new Promise<string>((resolve) => {
    execFile(process.execPath, [path.join(folder, 'main.mjs')], (_error, _stdout, said) =>
      resolve(said),
    )
  })
  expect(stderr).toMatch(/\nNode\.js v\d+\.\d+\.\d+\n$/)
  return lastWords(stderr).replaceAll(folder, '')
}

test('of a Node program that failed, its error', async () => {
  const said = await Promise.all([
    ofNode(`throw new Error('no model is set')`),
    ofNode(`throw Object.assign(new TypeError('two\\nlines'), { code: 'E1', list: [{ a: {} }] })`),
    ofNode(`throw 'a string'`),
    ofNode(`await Promise.reject(new RangeError('late'))`),
    ofNode(`Promise.reject(7)`),
    ofNode(`import './nowhere.mjs'`),
    ofNode(`const a b`),
    ofNode(`throw new Error('outer', { cause: new Error('inner') })`),
    ofNode(`Error.stackTraceLimit = 0; throw new Error('no stack')`),
  ])
  expect(said.map((line) => line.replace(/ imported from.*/, ''))).toMatchInlineSnapshot(`
    [
      "Error: no model is set",
      "TypeError: two",
      "a string",
      "RangeError: late",
      "UnhandledPromiseRejection: This error originated either by throwing inside of an async function without a catch block, or by rejecting a promise which was not handled with .catch(). The promise rejected with the reason "7".",
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/nowhere.mjs'",
      "SyntaxError: Missing initializer in const declaration",
      "Error: outer",
      "[Error: no stack]",
    ]
  `)
})

test.each([
  ['', ''],
  ['\n \n', ''],
  ['warn\nfatal: no model\n\n', 'fatal: no model'],
  [
    'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: no model\n',
    'ValueError: no model',
  ],
  [
    'Exception in thread "main" java.lang.Bad: no model\n\tat a.B.c(B.java:1)\n\tat a.D\n',
    'Exception in thread "main" java.lang.Bad: no model',
  ],
  [
    'it\nError: no model\n  of yours\n    at a (b.js:1:2)\n    at c {\n  code: 1\n}\n',
    'Error: no model',
  ],
  ['Error: retried\n    at a (b.js:1:2)\ngave up: no model\n', 'gave up: no model'],
  ['    at a (b.js:1:2)\n    at c (b.js:1:2)\n\nNode.js v26.10.0\n', 'at c (b.js:1:2)'],
  ['Node.js v26.10.0', ''],
])('the last words of %j', (stderr, expected) => {
  expect(lastWords(stderr)).toBe(expected)
})
