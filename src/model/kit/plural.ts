const irregular = new Map([
  ['person', 'people'],
  ['is', 'are'],
  ['was', 'were'],
  ['has', 'have'],
  ['goes', 'go'],
  ['stays', 'stay'],
  ['its', 'their'],
])

/** Plural of an English noun; a phrase is pluralized before "of" or "with": pieces of equipment, lines with rack units. */
export function pluralNoun(text: string): string {
  const rest = text.search(/ (of|with) /)
  if (rest > 0) return pluralNoun(text.slice(0, rest)) + text.slice(rest)
  const last = text.slice(text.lastIndexOf(' ') + 1)
  const before = text.slice(0, text.length - last.length)
  const known = irregular.get(last)
  if (known) return before + known
  if (/(?:s|x|z|ch|sh)$/.test(last)) return `${text}es`
  if (/[^aeiou]y$/.test(last)) return `${text.slice(0, -1)}ies`
  return `${text}s`
}

export const plural = (count: number, text: string, many = pluralNoun(text)) => (count === 1 ? text : many)

/** `1 space`, `2 spaces`, `1,200 pieces of equipment`. */
export const formatCount = (count: number, text: string, many?: string) => `${count.toLocaleString('en-US')} ${plural(count, text, many)}`

/** Lower-cases a name for use in a sentence: "WireCAD request", "API token", and "Jira project" keep their capitals. */
export const lowerCaseName = (name: string): string =>
  name.replace(/\b(Jira|Microsoft Teams|[A-Z][a-z]*)\b/g, (word) => (word === 'Jira' || word.includes(' ') ? word : word.toLowerCase()))

/** Adds an article: `a space`, `an offer`, `a user`. Uncountable names such as equipment get none. */
export function withArticle({ one, many }: { one: string; many: string }): string {
  const name = lowerCaseName(one)
  if (one === many) return name
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`
}
