/** Makes elements; text is only ever set as text, since agents wrote some of it. In the page. */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  element.append(...children)
  return element
}

/**
 * @param {string} text
 * @param {string} label
 * @param {() => void} act
 */
export function makeButton(text, label, act) {
  const button = make('button', { type: 'button', 'aria-label': label }, text)
  button.addEventListener('click', act)
  return button
}
