/** The drawer at the side, which shows one thing at a time; Esc closes it. In the page. */
import { make, makeButton } from './element.js'

/** @type {HTMLDialogElement | undefined} */
let drawer

/**
 * @param {string} title
 * @param {HTMLButtonElement[]} buttons beside the title
 * @param {Node[]} content below it
 */
export function openDrawer(title, buttons, content) {
  const own =
    drawer ?? document.body.appendChild(make('dialog', { 'aria-labelledby': 'drawer-title' }))
  const close = makeButton('Close', 'Close (Esc)', () => own.close())
  const head = make(
    'header',
    {},
    make('h2', { id: 'drawer-title', tabindex: -1 }, title),
    ...buttons,
    close,
  )
  drawer = own
  own.replaceChildren(make('div', { class: 'drawer' }, head, ...content))
  if (!own.open) own.showModal()
  own.scrollTop = 0
  document.getElementById('drawer-title')?.focus()
}

document.addEventListener('click', (event) => {
  // Beside the drawer.
  if (event.target === drawer) drawer?.close()
})
