/** A number opens its entry of the appendix: value, formula, and the records, each leading to its sample. In the page. */
import { columnName, suiteData } from './data.js'
import { openDrawer } from './drawer.js'
import { make, makeButton } from './element.js'
import { openSample } from './sample.js'

/** Samples of one number that are listed one by one. */
const LISTED = 200

/** With a modifier key, a number is a link as any. */
export function showSources() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a.n')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    const entry = target(link)
    if (!entry) return
    event.preventDefault()
    const [what, value, formula, records] = [...entry.children]
    const [, says, source] = [...(target(formula?.querySelector('a'))?.children ?? [])]
    const set = target(records?.querySelector('a'))
    const list = make('dl')
    const add = (/** @type {string} */ name, /** @type {(Node | string)[]} */ ...parts) =>
      list.append(make('dt', {}, name), make('dd', {}, ...parts))
    add('value', value?.textContent ?? '')
    add('formula', says?.textContent ?? '')
    add('source', source?.textContent ?? '')
    add('records', set?.firstElementChild?.textContent ?? 'none')
    openDrawer(what?.textContent ?? '', [], [list, ...samples(set)])
  })
}

/** @param {Element | null | undefined} link */
function target(link) {
  return document.getElementById(link?.getAttribute('href')?.slice(1) ?? '')
}

/** @param {Element | null} set @returns {Node[]} */
function samples(set) {
  const buttons = []
  for (const run of set?.querySelectorAll('[data-suite]') ?? []) {
    const anchor = run.getAttribute('data-suite') ?? ''
    const suite = suiteData(anchor)
    const to = Number(run.getAttribute('data-to'))
    for (let column = Number(run.getAttribute('data-from')); suite && column <= to; column++) {
      const [own, name] = [column, columnName(suite, column)]
      buttons.push(makeButton(name, `Open ${name}`, () => void openSample(anchor, own)))
    }
  }
  const more = buttons.length - LISTED
  return [
    make('div', { class: 'sample-buttons' }, ...buttons.slice(0, LISTED)),
    ...(more > 0 ? [make('p', {}, `and ${more} more: see the appendix`)] : []),
  ]
}
