import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { copyNode, harnessEnvironment } from './environment.ts'

test('several samples that need a copy of Node at once get one, whole', async () => {
  const folder = path.join(await temporaryTree(), 'bin')
  const node = path.join(folder, path.basename(process.execPath))
  const versions = await Promise.all(
    Array.from({ length: 4 }, async () => {
      await copyNode(folder)
      return execFileSync(node, ['--version']).toString().trim()
    }),
  )
  expect(versions).toEqual(Array(4).fill(process.version))
})

test('an allow-list, with the copy of Node first and nothing below the project on the path', () => {
  const before = process.env
  process.env = {
    PATH: [
      '/project/node_modules/.bin',
      '/usr/bin',
      '/elsewhere/node_modules/.bin',
      'relative',
      '/usr/bin',
      '/projector/bin',
    ].join(path.delimiter),
    LANG: 'C',
    HOME: '/home/me',
    API_KEY: 'k',
    npm_lifecycle_event: 'bench',
    NODE_OPTIONS: '--inspect',
    VITEST: 'true',
  }
  try {
    const env = harnessEnvironment(
      { home: '/t/home', temporary: '/t/tmp' },
      ['API_KEY', 'ABSENT'],
      '/project',
      '/copy',
    )
    expect(env).toEqual({
      PATH: ['/copy', '/usr/bin', '/projector/bin'].join(path.delimiter),
      LANG: 'C',
      HOME: '/t/home',
      TMPDIR: '/t/tmp',
      TERM: 'dumb',
      API_KEY: 'k',
    })
  } finally {
    process.env = before
  }
})
