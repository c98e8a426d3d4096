/**
 * `npm run harnesses [-- pi codex]`: installs the programs of the table into the cache, each into a
 * folder of its own. A process of its own; not published.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { removeTree } from '../tree/remove.ts'
import { cacheFolder, harnessFolder, isInstalled, programOf } from './cache.ts'
import { type Harness, harnesses } from './harnesses.ts'
import { sizeOf } from './size.ts'

/** An install that takes longer has got stuck. */
const INSTALL_MINUTES = 15

const wanted = chosen(process.argv.slice(2))
const failed: string[] = []
console.log(`The programs are put into ${cacheFolder()}`)
for (const [index, harness] of wanted.entries()) {
  const title = `${index + 1}/${wanted.length} ${harness.package}@${harness.version}`
  if (isInstalled(harness)) {
    console.log(`${title}: is there`)
    continue
  }
  const start = performance.now()
  try {
    console.log(`${title}: installing`)
    await install(harness)
    console.log(`${title}: installed in ${Math.round((performance.now() - start) / 1000)} s`)
  } catch (error) {
    failed.push(harness.name)
    console.error(`${title}: could not be installed\n${(error as Error).message}`)
  }
}
await printTable(wanted)
if (failed.length > 0) {
  console.error(`\nNot installed: ${failed.join(', ')}. What npm said stands above.`)
  process.exitCode = 1
}

function chosen(names: string[]): readonly Harness[] {
  const known = harnesses.map(({ name }) => name)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    console.error(`There is no harness ${unknown.join(', ')}. These are known: ${known.join(', ')}`)
    process.exit(2)
  }
  return names.length === 0 ? harnesses : harnesses.filter(({ name }) => names.includes(name))
}

/** Into another folder first, so that an install that was broken off is never taken for a whole one. */
async function install(harness: Harness): Promise<void> {
  const folder = harnessFolder(harness)
  const unfinished = `${folder}.unfinished`
  await removeTree(unfinished)
  await mkdir(unfinished, { recursive: true })
  const manifest = {
    name: `installed-${harness.name}`,
    private: true,
    dependencies: { [harness.package]: harness.version },
  }
  await writeFile(path.join(unfinished, 'package.json'), JSON.stringify(manifest, null, 2))
  await npm(unfinished, ['install', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'])
  await removeTree(folder)
  await rename(unfinished, folder)
  if (!isInstalled(harness))
    throw new Error(`the package is there, but it brings no program called ${harness.bin}`)
}

/** By the Node that runs this: under an older one npm would take other packages, or none. */
async function npm(cwd: string, args: string[]): Promise<void> {
  const script = process.env.npm_execpath
  if (script === undefined)
    throw new Error('start it by `npm run harnesses`, which says where npm is')
  const node = path.dirname(process.execPath)
  await execa(process.execPath, [script, ...args], {
    cwd,
    env: { PATH: `${node}${path.delimiter}${process.env.PATH}` },
    stdin: 'ignore',
    all: true,
    timeout: INSTALL_MINUTES * 60_000,
  })
}

async function printTable(rows: readonly Harness[]): Promise<void> {
  console.log('')
  for (const harness of rows) {
    const there = isInstalled(harness)
    const size = there ? `${Math.round((await sizeOf(harnessFolder(harness))) / 1e6)} MB` : '–'
    console.log(
      [
        harness.name.padEnd(12),
        harness.version.padEnd(10),
        size.padStart(7),
        ` ${there ? programOf(harness) : 'not installed'}`,
      ].join(' '),
    )
  }
}
