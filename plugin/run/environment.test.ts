import { execFileSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { copyNode, harnessEnvironment, workerEnvironment } from './environment.ts'

test('a sample that needs a copy of Node while it is being made waits for it', async () => {
  const folder = path.join(await temporaryTree(), 'bin')
  const node = path.join(folder, path.basename(process.execPath))
  const sizes = await Promise.all(
    [0, 1, 2, 4, 8, 16].map(async (ms) => {
      await delay(ms)
      await copyNode(folder)
      return (await stat(node)).size
    }),
  )
  expect(new Set(sizes)).toEqual(new Set([(await stat(process.execPath)).size]))
  expect(execFileSync(node, ['--version']).toString().trim()).toBe(process.version)
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
    // Who is only asked finds the same programs; our own Node is a package here.
    expect(workerEnvironment(['API_KEY'], '/project')).toEqual({
      PATH: [path.dirname(process.execPath), '/usr/bin', '/projector/bin'].join(path.delimiter),
      LANG: 'C',
    })
    expect(workerEnvironment(['PATH'], '/project').PATH).toBe(process.env.PATH)
  } finally {
    process.env = before
  }
})
