import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { oddNames, temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { hashTree } from '../tree/hash.ts'
import { ignoring } from '../tree/ignore.ts'
import { makeScratch } from './scratch.ts'
import { fillWorkspace } from './workspace.ts'

const ignore = ignoring(['.git'])
const run = promisify(execFile)

async function filled(seed: string, git: boolean) {
  const scratch = await makeScratch()
  onTestFinished(() => rm(scratch.folder, { recursive: true }))
  await fillWorkspace(seed, scratch, ignore, git)
  const say = async (...words: string[]) =>
    (await run('git', words, { cwd: scratch.build, env: { PATH: process.env.PATH } })).stdout
  return { scratch, say }
}

test('the seed byte for byte, as a repository whose only commit says nothing', async () => {
  const seed = await temporaryTree({
    'crlf.txt': 'one\r\ntwo\r\n',
    'binary.bin': Buffer.from([0, 255, 13, 10]),
    'run.sh': { text: '#!/bin/sh\n', mode: 0o755 },
    link: { link: 'crlf.txt' },
    dangling: { link: '/nowhere/at/all' },
    'empty/deep': { folder: 0o755 },
    '.gitignore': '*.log\n',
    'ignored.log': 'kept all the same\n',
    '.gitattributes': '* text=auto eol=lf\n',
    ...Object.fromEntries(oddNames.map((name) => [`odd/${name}`, name])),
  })
  const { scratch, say } = await filled(seed, true)
  expect(await hashTree(scratch.build, ignore)).toBe(await hashTree(seed, ignore))
  expect(await say('status', '--porcelain')).toBe('')
  expect(await say('log', '--format=%an %ae %ad %cn %ce %cd %B%D', '--date=iso', '--all')).toBe(
    'dev dev@localhost 2024-01-01 00:00:00 +0000 dev dev@localhost 2024-01-01 00:00:00 +0000 Initial commit\nHEAD -> main\n',
  )
  expect(await say('ls-files', '--', 'ignored.log')).toBe('ignored.log\n')
  expect(await readdir(path.join(scratch.build, '.git'))).not.toContain('hooks')
  expect(await readdir(scratch.home)).toEqual([])
})

test('no repository where none is wanted', async () => {
  const seed = await temporaryTree({ 'a.txt': 'a' })
  const { scratch } = await filled(seed, false)
  expect(await readdir(scratch.build)).toEqual(['a.txt'])
})
