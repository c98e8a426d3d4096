/** Whether thousands of samples stay light: elements are counted, times are told; for the check of reports. */
import { stat } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { open } from './browser.ts'
import { openTrace } from './trace.ts'

/** Elements of the page; a cell each would be fifty thousand more. */
const MOST = 30_000

export async function checkSpeed(browser: Browser, file: string): Promise<string[]> {
  const begun = performance.now()
  await using opened = await open(browser, file)
  const { page, complaints } = opened
  const cell = page.locator('[role=gridcell]').first()
  await cell.focus()
  const ready = performance.now()
  for (let step = 0; step < 50; step++) await page.keyboard.press('ArrowRight')
  const walked = performance.now()
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await page.locator('dialog[open] pre.diff').waitFor()
  const shown = performance.now()
  const entries = await (await openTrace(page)).locator('li').count()
  const told = performance.now()
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  const { size } = await stat(file)
  console.log(
    `        ${(size / 1e6).toFixed(1)} MB, ${elements} elements; open ${ms(ready - begun)}, 50 steps ${ms(walked - ready)}, a sample ${ms(shown - walked)}, its trace of ${entries} entries ${ms(told - shown)}`,
  )
  return [
    ...complaints,
    ...(elements > MOST ? [`${elements} elements, of ${MOST} at most`] : []),
    ...(size > 12e6 ? [`${size} bytes`] : []),
  ]
}

function ms(time: number): string {
  return `${Math.round(time)} ms`
}
