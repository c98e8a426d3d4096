import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { temporaryTree } from '../tree/fixtures/temporary-tree.ts'
import { cacheFolder, isInstalled, programOf } from './cache.ts'
import { harnesses } from './harnesses.ts'

const script = fileURLToPath(new URL('install.ts', import.meta.url))

/** In the place of npm: has codex, does not get pi, and leaves half of cline. */
const npm = `
import fs from 'node:fs'
const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8'))
fs.mkdirSync('node_modules/.bin', { recursive: true })
const [[name, version]] = Object.entries(dependencies)
if (name.includes('pi-coding-agent')) {
  console.error('npm error: no ' + name)
  process.exit(1)
}
if (name === '@openai/codex')
  for (const end of ['', '.cmd']) fs.writeFileSync('node_modules/.bin/codex' + end, version)
`

const harness = (wanted: string) => {
  const found = harnesses.find(({ name }) => name === wanted)
  if (found === undefined) throw new Error(`no ${wanted}`)
  return found
}

async function installing() {
  const folder = await temporaryTree({ 'npm.mjs': npm })
  const cache = path.join(folder, 'cache')
  const env = { HARNESSES_CACHE: cache, npm_execpath: path.join(folder, 'npm.mjs') }
  return {
    cache,
    install: (...names: string[]) =>
      execa(process.execPath, [script, ...names], { env, reject: false, all: true }),
  }
}

test('those that are wanted are installed, each in its version; one that fails is told', async () => {
  const { cache, install } = await installing()
  const { exitCode, all } = await install('pi', 'codex', 'cline')
  expect(exitCode).toBe(1)
  const { version } = harness('codex')
  expect(all).toContain(`npm error: no ${harness('pi').package}`)
  expect(all).toContain(`${harness('codex').package}@${version}: installed in`)
  expect(all).toContain('it brings no program called cline')
  expect(all).toContain('Not installed: pi, cline.')
  expect(all).toMatch(new RegExp(`^codex +${version} +0 MB +\\S+codex(\\.cmd)?$`, 'm'))
  expect(all).toMatch(/^pi .* not installed$/m)
  expect(isInstalled(harness('codex'), cache)).toBe(true)
  expect(programOf(harness('codex'), cache)).toContain(`codex@${version}`)
  expect(isInstalled(harness('pi'), cache)).toBe(false)
})

test('what is there is not installed again', async () => {
  const { cache, install } = await installing()
  expect((await install('codex')).exitCode).toBe(0)
  const { exitCode, all } = await install('codex')
  expect(exitCode).toBe(0)
  expect(all).toContain(': is there')
  expect(all).not.toContain('installing')
  expect(await readdir(cache)).toEqual([`codex@${harness('codex').version}`])
})

test('a name that is none is told, with those that are', async () => {
  const { install } = await installing()
  const { exitCode, all } = await install('codex', 'kodex')
  expect(exitCode).toBe(2)
  expect(all).toBe(
    `There is no harness kodex. These are known: ${harnesses.map(({ name }) => name).join(', ')}`,
  )
})

test('the cache is where the system keeps such things, or where one says', () => {
  expect(cacheFolder({ HARNESSES_CACHE: '/mine' })).toBe(path.resolve('/mine'))
  if (process.platform === 'linux')
    expect(cacheFolder({ XDG_CACHE_HOME: '/x' })).toBe('/x/harnessbench/harnesses')
})
