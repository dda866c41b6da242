export function forceLightThemeInPrint() {
  const { dataset } = document.documentElement
  let before: string | undefined
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) before = dataset.mantineColorScheme
    if (matches || before) dataset.mantineColorScheme = matches ? 'light' : before
  })
}
