/** Whether a sample's trace opens by click and by keyboard, and is text whatever it holds; for the check of reports. */
import type { Browser, Locator, Page } from 'playwright-core'
import { open } from './browser.ts'

/** What an item of a trace is made of; any other element came from the trace. */
const MADE_OF = ['LI', 'SPAN', 'CODE', 'PRE', 'DETAILS', 'SUMMARY', 'OL']

/** Opens everything there is to open of a trace in the drawer. */
export async function openTrace(page: Page): Promise<Locator> {
  const told = page.locator('dialog details.told')
  await told.locator('> summary').click()
  await told.locator('li').first().waitFor()
  await told.evaluate((one) => {
    for (const fold of one.querySelectorAll('details')) fold.open = true
  })
  return told
}

/** @param hostile what each entry of the page's traces says */
export async function checkTrace(
  browser: Browser,
  file: string,
  hostile: string,
): Promise<string[]> {
  await using opened = await open(browser, file)
  const { page, complaints } = opened
  const faults: string[] = []
  const expect = (isSo: boolean, otherwise: string) => {
    if (!isSo) faults.push(otherwise)
  }
  const cell = page.locator('[role=gridcell]').first()
  await cell.click()
  const told = await openTrace(page)
  const section = (await page.locator('dialog').textContent()) ?? ''
  const text = (await told.textContent()) ?? ''
  for (const words of ['nothing in a trace enters a grade', 'at most 2,000 characters of a text'])
    expect(section.includes(words), `not said: ${words}`)
  for (const words of ['<script>alert(1)</script>', '<img src=x', '\\u202egnp.exe', '\\u001b[31m'])
    expect(text.includes(words), `not shown as text: ${words}`)
  for (const words of ['denied, 0 ms', 'failed, no end told', 'more characters]', '3 entries'])
    expect(text.includes(words), `not shown: ${words}`)
  const raw = [...hostile].filter((char) => /[\p{Cc}\u202e]/u.test(char))
  expect(raw.length > 0 && !raw.some((char) => text.includes(char)), 'a control character is raw')
  const others = await told.evaluate(
    (one, madeOf) =>
      [...one.querySelectorAll('*')].filter(
        ({ tagName, attributes }) =>
          !madeOf.includes(tagName) ||
          [...attributes].some(({ name }) => !['class', 'open'].includes(name)),
      ).length,
    MADE_OF,
  )
  expect(others === 0, `${others} elements that a trace is not made of`)
  const items = await told.locator('li').count()

  // It stays open on the way to the next sample, and can be closed and opened without a mouse.
  await page.getByRole('button', { name: 'Next sample' }).click()
  expect((await told.locator('li').count()) === items, 'not open at the next sample')
  await told.locator('> summary').focus()
  await page.keyboard.press('Enter')
  expect(!(await told.locator('li').first().isVisible()), 'Enter does not fold it')
  await page.keyboard.press('Space')
  expect(await told.locator('li').first().isVisible(), 'Space does not open it')
  return [...faults, ...complaints]
}
