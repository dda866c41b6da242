import { sheets } from './sheets.ts'

export const helpFound = sheets.map(({ id, title, intro, parts }) => ({
  label: title,
  to: `/help/${id}`,
  words: [intro, ...parts.flatMap(({ heading, steps }) => [heading, ...steps])].join(' '),
}))
