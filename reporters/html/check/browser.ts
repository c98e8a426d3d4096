/** A headless Chromium that reaches no network; for the check of reports. */
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'

export type Scheme = 'light' | 'dark'

export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // Its own sandbox does not work in containers, where the whole is one.
    args: ['--no-sandbox'],
  })
}

export interface Opened extends AsyncDisposable {
  page: Page
  /** What went wrong in the page so far, and what it asked of the network. */
  complaints: string[]
}

export async function open(
  browser: Browser,
  file: string,
  scheme: Scheme = 'light',
  { bypassCSP = false } = {},
): Promise<Opened> {
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width: 1360, height: 900 },
    bypassCSP,
    offline: true,
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(file).href) complaints.push(`asked for ${request.url()}`)
  })
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.goto(pathToFileURL(file).href)
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}
