/** Pictures of the report for the README, light and dark; for the check of reports. */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { open } from './browser.ts'

const LARGEST = 300_000

export async function checkPictures(
  browser: Browser,
  report: string,
  folder: string,
): Promise<string[]> {
  const faults: string[] = []
  for (const scheme of ['light', 'dark'] as const) {
    await using opened = await open(browser, report, scheme)
    const { page } = opened
    await page.setViewportSize({ width: 1360, height: 1480 })
    const file = path.join(folder, `report-${scheme}.png`)
    await page.screenshot({ path: file })
    const { size } = await stat(file)
    if (size > LARGEST) faults.push(`${path.basename(file)} has ${size} bytes`)
  }
  return faults
}
