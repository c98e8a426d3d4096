/** Starts everything that is more than a page to read. In the page. */
import { columnName, FAILED, suiteData } from './data.js'
import { openDrawer } from './drawer.js'
import { make, makeButton } from './element.js'
import { walkable } from './heat.js'
import { openSample } from './sample.js'

document.addEventListener('DOMContentLoaded', () => {
  for (const heat of elements('[data-heat]')) {
    const anchor = heat.dataset.heat ?? ''
    const suite = suiteData(anchor)
    const [scroll] = elements('.heat-scroll', heat)
    if (suite && scroll) walkable(scroll, anchor, suite)
  }
  for (const hint of elements('.heat-hint')) hint.hidden = false
  for (const list of elements('[data-samples]')) {
    list.hidden = false
    // Made when it is asked for: it may be long.
    list.addEventListener('toggle', () => sampleList(list), { once: true })
  }
  markWhereOneIs()
  showSources()
})

/** @param {string} selector @param {ParentNode} within @returns {HTMLElement[]} */
function elements(selector, within = document) {
  return [...within.querySelectorAll(selector)].filter((one) => one instanceof HTMLElement)
}

/** @param {HTMLElement} list */
function sampleList(list) {
  const anchor = list.dataset.samples ?? ''
  const suite = suiteData(anchor)
  if (!suite) return
  const items = suite.columns.map((_, column) => {
    const failed = suite.assertions
      .filter((_, row) => FAILED.includes(suite.states[row]?.[column] ?? '-'))
      .map((assertion) => assertion.name)
    const name = columnName(suite, column)
    const button = makeButton(name, `Open ${name}`, () => void openSample(anchor, column))
    return make('li', {}, button, failed.length > 0 ? ` failed: ${failed.join(', ')}` : '')
  })
  list.append(make('ul', { class: 'sample-list' }, ...items))
}

/** The contents tell which section one reads. */
function markWhereOneIs() {
  const links = new Map(
    elements('.side li a').map((link) => [link.getAttribute('href')?.slice(1) ?? '', link]),
  )
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue
        for (const link of links.values()) link.removeAttribute('aria-current')
        links.get(target.id)?.setAttribute('aria-current', 'true')
      }
    },
    { rootMargin: '-10% 0px -75%' },
  )
  for (const id of links.keys()) {
    const section = document.getElementById(id)
    if (section) watch.observe(section)
  }
}

/** A number opens its entry of the appendix in the drawer; with a modifier key, it is a link as any. */
function showSources() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a.n')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    const entry = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
    if (!entry) return
    event.preventDefault()
    const heads = [...(entry.closest('table')?.querySelectorAll('thead th') ?? [])]
    const list = make('dl')
    for (const [index, cell] of [...entry.children].entries()) {
      const copy = document.importNode(cell, true)
      list.append(
        make('dt', {}, heads[index]?.textContent ?? ''),
        make('dd', {}, ...copy.childNodes),
      )
    }
    openDrawer('Where this number comes from', [], [list])
  })
}
