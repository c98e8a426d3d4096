/** Whether the page is free of errors and requests, and what axe finds in it; for the check of reports. */
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser } from 'playwright-core'
import { open, type Scheme } from './browser.ts'
import { openTrace } from './trace.ts'

const axe = createRequire(import.meta.url).resolve('axe-core')

/** Pixels, enough for a sample with its trace. */
const TALL = 12_000

export async function checkAccess(
  browser: Browser,
  file: string,
  scheme: Scheme,
): Promise<string[]> {
  // The page's own policy would keep axe out, as it should: so its errors are looked for apart.
  await using plain = await open(browser, file, scheme)
  await plain.page.locator('.heat-grid').first().waitFor()
  await using opened = await open(browser, file, scheme, { bypassCSP: true })
  const { page } = opened
  await page.addScriptTag({ path: axe })
  const found = [...(await seriousIn(opened.page))]
  await page.locator('[role=gridcell]').first().click()
  await page.locator('dialog[open]').waitFor()
  // A sample of a replay has none.
  if ((await page.locator('dialog details.told').count()) > 0) await openTrace(page)
  // What is out of sight, or still slides in, axe does not judge.
  await page.setViewportSize({ width: 1360, height: TALL })
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)))
  found.push(...(await seriousIn(page)).map((fault) => `in the drawer: ${fault}`))
  return [...plain.complaints, ...found]
}

async function seriousIn(page: Awaited<ReturnType<typeof open>>['page']): Promise<string[]> {
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.length} times, ${nodes[0]?.html.slice(0, 160)}`)
}
