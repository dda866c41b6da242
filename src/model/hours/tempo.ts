import { call, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { date, hours, integer, reference, text } from '../kit/field.ts'
import { objects } from '../kit/response-fields.ts'
import { projects } from '../projects/projects.ts'

/** Tempo hours that are not imported: no matching user, or a day of more than 24 hours. Listed, never guessed. */
const unmatchedHours = {
  accountId: text('Jira account'),
  entries: integer('Entries'),
  hours: hours('Hours'),
  reason: text('Reason'),
}
export type UnmatchedHours = ValuesOf<typeof unmatchedHours>

export const mostDaysOfTempo = 400

export const readTempo = call({
  method: 'POST',
  path: '/actualHours/ReadTempo',
  permission: { all: ['MyBoard.View', 'DNAUsers.Update'] },
  callsExternalService: true,
  summary: 'Sync hours from Tempo for the linked Jira project; worklogs deleted there are deleted here',
  body: { projectId: reference('Project', () => projects), from: date('From'), to: date('To') },
  response: shape({
    created: integer('Created'),
    updated: integer('Updated'),
    unchanged: integer('Unchanged'),
    removed: integer('Removed'),
    hours: hours('Hours of these days', { max: 999_999 }),
    unmatched: objects('Hours left out', unmatchedHours),
  }),
})
