import { DocumentState } from '../drawings/enums.ts'
import { call, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { choice, id, instant, integer, longText, money, optional, text } from '../kit/field.ts'
import { arrayField, objects, personField, userRefShape } from '../kit/response-fields.ts'
import { SpaceStatus } from '../spaces/enums.ts'

const { id: personId, firstName, lastName, avatarUrl } = userRefShape
/** A user with pages of the project open: `overview`, `project`, `board`, `space:{id}`, or the board cell they are on. */
const viewerShape = { id: personId, firstName, lastName, avatarUrl, places: arrayField('Places', text('Place')) }
export type Viewer = ValuesOf<typeof viewerShape>

export const overviewPlace = 'overview'
export const projectPlace = 'project'
export const spacePlace = (spaceId: number | string) => `space:${spaceId}`
export const boardPlace = 'board'
export const cellPlace = (line: string, column: string) => `cell:${line}:${column}`
export function parseCellKey(cellKey: string): { line: string; column: string } | undefined {
  const [kind, line, column] = cellKey.split(':')
  return kind === 'cell' && line && column ? { line, column } : undefined
}
export const isLiveLocation = (text: unknown): text is string =>
  typeof text === 'string' && /^(overview|project|board|space:\d{1,15}|cell:[a-z]{1,12}-\d{1,15}:\d{4}-\d\d(-\d\d)?)$/.test(text)

const entryShape = {
  id: id(),
  title: text('Title'),
  notes: optional(longText('Notes')),
  createDate: instant('Date'),
  entity: text('Kind of record'),
  entityId: text('Thing'),
  entityName: optional(text('Name of the record')),
  createdBy: optional(personField('By')),
}
export type OverviewEntry = ValuesOf<typeof entryShape>

export const readLiveOverview = call({
  method: 'GET',
  path: '/projects/:id/LiveOverview',
  permission: 'ProjectLiveOverview.View',
  summary: 'Get the current figures of a project, its latest activity, and who is viewing it',
  response: shape({
    spacesByStatus: objects('Spaces by status', { status: choice('Status', SpaceStatus), count: integer('Spaces') }),
    documentsByState: objects('Documents by state', { state: choice('State', DocumentState), count: integer('Documents') }),
    equipmentCount: integer('Equipment'),
    totalMsrpPrice: money('Equipment, MSRP'),
    totalPrice: money('Total'),
    lastActivities: objects('Last activities', entryShape),
    viewers: objects('Viewers', viewerShape),
  }),
})
