import { expect, test } from 'vitest'
import hermes from './hermes.ts'
import { drive } from './program/fixtures/drive.ts'

const fake = `#!/usr/bin/env node
import { readFileSync, appendFileSync } from 'node:fs'
const args = process.argv.slice(2)
const brief = readFileSync(args[args.indexOf('--query-file') + 1], 'utf8')
const config = JSON.parse(readFileSync(process.env.HERMES_HOME + '/config.yaml', 'utf8'))
appendFileSync(new URL('told', import.meta.url), JSON.stringify({ args, brief, config }) + '\\n')
console.log('Done.')
console.error('\\nsession_id: s_1')
`

test('by its command line: the brief as a file, the session by its id, the gateway as a custom provider', async () => {
  const brief = '/help "x" $(y) @README.md\r\n'
  const { turns, trace, read } = await drive(hermes, {
    briefs: [brief, 'Once more.'],
    files: { 'hermes.mjs': fake },
    options: { path: '{base}/hermes.mjs', door: 'cli' },
  })
  expect(turns).toEqual([{}, {}])
  const [first, second] = (await read('told'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(first.brief).toBe(brief)
  expect(first.args).not.toContain('--resume')
  expect(second.args.slice(-2)).toEqual(['--resume', 's_1'])
  expect(first.config.model).toEqual({
    provider: 'custom',
    default: 'small',
    base_url: 'http://127.0.0.1:9/v1',
    api_key: 'harnessbench',
    api_mode: 'chat_completions',
  })
  expect(trace.filter(({ kind }) => kind === 'message')).toMatchObject([
    { turn: 1, text: 'Done.\n' },
    { turn: 2, text: 'Done.\n' },
  ])
})

test('its own installer is what is named where it is not there', async () => {
  await expect(hermes.version({ path: 'no-such-hermes' })).rejects.toThrow(
    'install it (by its own installer',
  )
})
