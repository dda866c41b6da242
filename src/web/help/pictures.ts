/** The pictures of the sheets by name and theme, made by `npm run help-pictures`. */
const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })

/** Where the picture of a sheet is read. A sheet without one throws, and a journey opens them all. */
export function pictureOf(id: string, isDark: boolean): string {
  const found = files[`./pictures/${id}-${isDark ? 'dark' : 'light'}.webp`]
  if (!found) throw new Error(`There is no picture of ${id}; make it with npm run help-pictures.`)
  return found
}
