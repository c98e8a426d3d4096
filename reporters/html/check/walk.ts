/** Whether one can get about the page by mouse and by keyboard; for the check of reports. */
import type { Browser } from 'playwright-core'
import { open } from './browser.ts'
import { openTrace } from './trace.ts'

export async function checkWalk(browser: Browser, file: string): Promise<string[]> {
  await using opened = await open(browser, file)
  const { page, complaints } = opened
  const faults: string[] = []
  const expect = (isSo: boolean, otherwise: string) => {
    if (!isSo) faults.push(otherwise)
  }
  const drawer = page.locator('dialog')
  const cell = page.locator('[role=gridcell]').first()
  const label = async () => (await cell.getAttribute('aria-label')) ?? ''

  await cell.focus()
  const first = await label()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  expect((await label()) !== first, 'arrows do not move')
  await page.keyboard.press('n')
  expect(/(broke|unfixed|failed)$/.test(await label()), `n leads to ${await label()}`)
  await page.keyboard.press('Enter')
  await drawer.locator('pre.diff').waitFor()
  const text = (await drawer.textContent()) ?? ''
  expect(text.includes('diff --git'), 'Enter shows no diff')
  expect(/expected|received/.test(text), 'Enter shows no failed comparison')
  await page.keyboard.press('Escape')
  expect(!(await drawer.isVisible()), 'Esc does not close')
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('role') ?? null)
  expect(focused === 'gridcell', `after Esc the focus is on ${focused}`)

  const grid = page.locator('.heat-grid').first()
  const box = await grid.boundingBox()
  if (!box) return [...faults, 'there is no heat map']
  // The last sample, of the condition whose calls were metered.
  await page.keyboard.press('Control+End')
  const at = await cell.boundingBox()
  if (at) await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2)
  await drawer.locator('pre.diff').waitFor()
  expect(((await drawer.textContent()) ?? '').includes('tokens in/out'), 'a click shows no calls')
  const told = (await (await openTrace(page)).textContent()) ?? ''
  expect(/entries \d+: turns 1.*turn 1.*tool/s.test(told), `its trace says ${told.slice(0, 200)}`)
  await page.keyboard.press('Escape')

  await page.locator('table.figures a.n').first().click()
  await drawer.locator('dl').waitFor()
  expect(((await drawer.textContent()) ?? '').includes('formula'), 'a number shows no formula')
  await drawer.locator('.sample-buttons button').first().click()
  await drawer.locator('pre.diff, h3').first().waitFor()
  await page.keyboard.press('Escape')

  await page.locator('.theme').click()
  const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  expect(scheme === 'dark', `the switch of colours gives ${scheme}`)
  return [...faults, ...complaints]
}
