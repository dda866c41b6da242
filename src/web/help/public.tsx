import { sheets } from './sheets.ts'

export const helpResults = sheets.map(({ id, title, intro, parts }) => ({
  title,
  path: `/help/${id}`,
  text: [intro, ...parts.flatMap(({ heading, steps }) => [heading, ...steps])].join(' '),
}))
