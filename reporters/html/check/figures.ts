/** Whether the page shows what the terminal shows, and leads each number back; for the check of reports. */
import type { Browser } from 'playwright-core'
import { open } from './browser.ts'
import type { Run } from './run.ts'

export async function checkFigures(browser: Browser, { terminal, report }: Run): Promise<string[]> {
  await using opened = await open(browser, report)
  const { page, complaints } = opened
  const { words, wrong, links } = await page.evaluate(() => {
    const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
    for (const script of document.querySelectorAll('script, style')) script.remove()
    const links = [...document.querySelectorAll('a.n')]
    const wrong = links.flatMap((link) => {
      const entry = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
      const traced = plain(entry?.children[1]?.textContent)
      const shown = plain(link.textContent)
      return traced === shown ? [] : [`“${shown}” is traced as “${traced}”`]
    })
    const untraced = [...document.querySelectorAll('span.n')].map(
      (one) => `“${plain(one.textContent)}” is not traced`,
    )
    // Text of neighbours runs together: what stands in an element of its own is a word of its own.
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '')
    return { words: texts.join(' '), wrong: [...wrong, ...untraced], links: links.length }
  })
  const known = new Set(numbersOf(words))
  const lacking = [...new Set(numbersOf(terminal))].filter((number) => !known.has(number))
  return [
    ...complaints,
    ...wrong,
    ...lacking.map((number) => `the terminal says ${number}, the page does not`),
    ...(links > 100 ? [] : [`only ${links} numbers lead to their entry`]),
  ]
}

/** Words with a digit, without the brackets and points around them. */
function numbersOf(text: string): string[] {
  return text
    .split(/[\s[\]()]+/)
    .map((word) => word.replace(/^[“"]+|[.,;:”"]+$/g, ''))
    .filter((word) => /\d/.test(word))
}
