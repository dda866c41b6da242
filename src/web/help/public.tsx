import { sheets } from './sheets.ts'

/** The sheets as things that can be looked for, by any of their words. */
export const helpFound = sheets.map(({ id, title, intro, parts }) => ({
  label: title,
  to: `/help/${id}`,
  words: [intro, ...parts.flatMap(({ heading, steps }) => [heading, ...steps])].join(' '),
}))
