import { call, shape } from '../kit/call.ts'
import { date, hours, integer, json, reference } from '../kit/field.ts'
import { projects } from '../projects/projects.ts'

/** Hours booked in Tempo that are nobody's here, or cannot be: listed, never guessed. */
export interface UnmatchedHours {
  accountId: string
  entries: number
  hours: number
  reason: string
}

/** At most so many days are read at once. */
export const mostDaysOfTempo = 400

export const readTempo = call({
  method: 'POST',
  path: '/actualHours/ReadTempo',
  permission: { all: ['MyBoard.View', 'DNAUsers.Update'] },
  asksOutside: true,
  summary: 'Sync hours from Tempo for the linked Jira project; worklogs deleted there are deleted here',
  body: { projectId: reference('Project', () => projects), from: date('From'), to: date('To') },
  answer: shape({
    created: integer('Created'),
    updated: integer('Updated'),
    unchanged: integer('Unchanged'),
    removed: integer('Removed'),
    hours: hours('Hours of these days', { max: 999_999 }),
    unmatched: json<UnmatchedHours[]>('Without a person here'),
  }),
})
