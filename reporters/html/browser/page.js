/** Starts everything that is more than a page to read. In the page. */
import { columnName, FAILED, suiteData } from './data.js'
import { make, makeButton } from './element.js'
import { walkable } from './heat.js'
import { openSample } from './sample.js'
import { showSources } from './sources.js'

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
