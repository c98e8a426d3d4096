import { expect, test } from 'vitest'
import { temporaryTree } from '../../plugin/tree/fixtures/temporary-tree.ts'
import { drive } from './fixtures/drive.ts'
import { fakeAdapter, program } from './fixtures/preset.ts'
import type { Preset } from './preset.ts'
import { foldersAbove } from './strangers.ts'

/** @param files beside the build, of which this harness reads `CLAUDE.md`, and `.claude` without git */
async function work(
  files: Record<string, string>,
  readsAbove: Preset['readsAbove'] = { always: ['CLAUDE.md'], withoutGit: ['.claude'] },
) {
  const { turns } = await drive(fakeAdapter({ readsAbove }), {
    files: { 'fake.mjs': program(''), ...files },
    options: { path: '{base}/fake.mjs' },
  })
  return turns
}

test('what lies above a build is no instruction of its project: where nothing keeps a harness from it, it is not measured', async () => {
  await expect(work({ 'CLAUDE.md': 'Sing.', 'build/.git/HEAD': 'x' })).rejects.toThrow(
    /^fake-harness would take `.*\/CLAUDE.md` for this project’s instructions, and nothing keeps it from that; move it away, or let TMPDIR name a folder that has none above it$/,
  )
  await expect(
    work({ '.claude/skills/sing/SKILL.md': 'Sing.' }, { withoutGit: ['.claude'] }),
  ).rejects.toThrow(
    /^fake-harness would take `.*\/\.claude` for .*; move it away, or let TMPDIR name a folder that has none above it, or set the option `git: true`$/,
  )
})

test('where there is none, or a repository ends the search, it works; the project’s own are its own', async () => {
  expect(await work({ 'AGENTS.md': 'Sing.' })).toEqual([{}])
  expect(await work({ '.claude/x': 'Sing.', 'build/.git/HEAD': 'x' })).toEqual([{}])
  expect(await work({ 'build/CLAUDE.md': 'Sing.', 'build/.claude/x': 'Sing.' })).toEqual([{}])
})

test('the folders above are all of them, the nearest first', async () => {
  const folder = await temporaryTree({})
  const [nearest = '', ...others] = foldersAbove(folder)
  expect(folder.startsWith(nearest)).toBe(true)
  expect(others).toEqual(foldersAbove(nearest))
  expect(foldersAbove('/')).toEqual([])
})
