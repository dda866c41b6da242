import { sheets } from './sheets.ts'

/** Help sheets as search results, matched by any text in them. */
export const helpFound = sheets.map(({ id, title, intro, parts }) => ({
  label: title,
  to: `/help/${id}`,
  words: [intro, ...parts.flatMap(({ heading, steps }) => [heading, ...steps])].join(' '),
}))
