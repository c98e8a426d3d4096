/** Light or dark: as the system says until the reader says otherwise. In the page. */

{
  const root = document.documentElement
  const KEY = 'harnessbench theme'

  const isDark = () =>
    root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches

  /**
   * A page that was opened from disk may keep nothing, in some browsers.
   * @param {string} [theme]
   */
  const kept = (theme) => {
    try {
      if (theme) localStorage.setItem(KEY, theme)
      return localStorage.getItem(KEY)
    } catch {
      return null
    }
  }

  const before = kept()
  if (before === 'light' || before === 'dark') root.dataset.theme = before

  document.addEventListener('DOMContentLoaded', () => {
    /** @type {HTMLButtonElement | null} */
    const button = document.querySelector('.theme')
    if (!button) return
    const tell = () => {
      button.textContent = isDark() ? 'Light' : 'Dark'
      button.setAttribute('aria-label', `Switch to ${isDark() ? 'light' : 'dark'} colours`)
    }
    button.hidden = false
    button.addEventListener('click', () => {
      root.dataset.theme = isDark() ? 'light' : 'dark'
      kept(root.dataset.theme)
      tell()
    })
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tell)
    tell()
  })
}
