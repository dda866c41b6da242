// Before the first paint: the colors and the frame that the page will have, so that nobody sees a flash of other colors. Mantine and the
// layouts take over from here.
;(() => {
  const root = document.documentElement
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  root.setAttribute(
    'data-frame',
    localStorage.getItem('token') ? (localStorage.getItem('menu-mini') === 'true' ? 'mini' : 'main') : 'simple',
  )
})()
