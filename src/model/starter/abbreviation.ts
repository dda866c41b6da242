/** Abbreviations to try for a client's name, best first: its initials, then its first letters, then both with a number. */
export function suggestAbbreviations(name: string): string[] {
  const words = name
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z0-9\s]/g, '')
    .split(/\s+/)
    .filter(Boolean)
  const initials = words
    .map((word) => word[0])
    .join('')
    .slice(0, 6)
  const letters = words.join('')
  const stems = [initials, letters.slice(0, 4), letters.slice(0, 6)].filter((stem) => stem.length >= 2)
  const base = (stems[0] ?? `${letters}CL`).slice(0, 4)
  const numbered = Array.from({ length: 98 }, (_, index) => `${base}${index + 2}`)
  return [...new Set([...stems, ...numbered])]
}
