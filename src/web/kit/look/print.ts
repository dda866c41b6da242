/** Paper is white: the page is light while it is printed, whatever its theme, and as it was afterwards. */
export function useLightThemeForPrint() {
  const { dataset } = document.documentElement
  let before: string | undefined
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) before = dataset.mantineColorScheme
    if (matches || before) dataset.mantineColorScheme = matches ? 'light' : before
  })
}
