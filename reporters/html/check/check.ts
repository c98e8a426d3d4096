/**
 * `npm run check:report`: opens reports in a headless Chromium without network, as a reader would: a
 * real run's, one of hostile text, one of 2,000 samples. Also takes the pictures of the README.
 * Chromium: that named by CHROMIUM, or /usr/bin/chromium. A process of its own.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkAccess } from './access.ts'
import { openBrowser } from './browser.ts'
import { checkFigures } from './figures.ts'
import { hostile, hostileReport } from './hostile.ts'
import { largeReport } from './large.ts'
import { checkPictures } from './pictures.ts'
import { measured } from './run.ts'
import { checkSpeed } from './speed.ts'
import { checkTrace } from './trace.ts'
import { checkWalk } from './walk.ts'

const docs = fileURLToPath(new URL('../../../docs', import.meta.url))
const folder = await mkdtemp(path.join(tmpdir(), 'report-'))
const browser = await openBrowser()
const faults: string[] = []

async function check(name: string, act: () => Promise<string[]>): Promise<void> {
  const found = await act().catch((error: Error) => [error.stack ?? String(error)])
  console.log(`${found.length === 0 ? 'ok    ' : 'FAILED'}  ${name}`)
  for (const fault of found.slice(0, 10)) console.log(`        ${fault}`)
  faults.push(...found)
}

try {
  const file = async (name: string, text: string) => {
    const place = path.join(folder, name)
    await writeFile(place, text)
    return place
  }
  const run = await measured(folder)
  const [traps, large] = [
    await file('hostile.html', await hostileReport()),
    await file('large.html', await largeReport()),
  ]
  await check('the run leaves a report with every figure of the terminal, each led back', () =>
    checkFigures(browser, run),
  )
  for (const [name, place] of Object.entries({ run: run.report, hostile: traps, large }))
    for (const scheme of ['light', 'dark'] as const)
      await check(`${name}, ${scheme}: no error, no request, nothing serious found by axe`, () =>
        checkAccess(browser, place, scheme),
      )
  await check('a cell opens its diff by click and by keyboard, Esc closes', () =>
    checkWalk(browser, run.report),
  )
  await check('a hostile trace opens by click and by keyboard, and is text', () =>
    checkTrace(browser, traps, hostile),
  )
  await check('2,000 samples open and answer fast', () => checkSpeed(browser, large))
  await check('pictures for the README', () => checkPictures(browser, run.report, docs))
} finally {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = faults.length > 0 ? 1 : 0
