import { call, shape } from '../kit/call.ts'
import type { UserRef } from '../kit/description.ts'
import { integer, json, money } from '../kit/field.ts'
import type { SpaceStatus } from '../spaces/enums.ts'

/** Somebody who has a page of the project open, and which: `overview`, `project`, `board`, `space:{id}`, or the cell of the board they are on. */
export interface Viewer {
  id: string
  firstName: string
  lastName: string
  avatarUrl: string | null
  places: string[]
}

/** What a page is called when it is watched; the live overview unless it says otherwise. */
export const overviewPlace = 'overview'
export const projectPlace = 'project'
export const spacePlace = (spaceId: number | string) => `space:${spaceId}`
/** The board of the project, and a cell of it by its line and its column. */
export const boardPlace = 'board'
export const cellPlace = (line: string, column: string) => `cell:${line}:${column}`
/** Line and column of a place that is a cell. */
export function cellOf(place: string): { line: string; column: string } | undefined {
  const [kind, line, column] = place.split(':')
  return kind === 'cell' && line && column ? { line, column } : undefined
}
export const isPlace = (text: unknown): text is string =>
  typeof text === 'string' && /^(overview|project|board|space:\d{1,15}|cell:[a-z]{1,12}-\d{1,15}:\d{4}-\d\d(-\d\d)?)$/.test(text)

export interface OverviewEntry {
  id: number
  title: string
  notes: string | null
  createDate: string
  entity: string
  entityId: string
  entityName: string | null
  createdBy: UserRef | null
}

/** The figures of a project as they are now. */
export const readLiveOverview = call({
  method: 'GET',
  path: '/projects/:id/LiveOverview',
  permission: 'ProjectLiveOverview.View',
  summary: 'Get the current figures of a project, its latest activity, and who is viewing it',
  answer: shape({
    spacesByStatus: json<{ status: SpaceStatus; count: number }[]>('Spaces by status'),
    documentsByState: json<{ state: number; count: number }[]>('Documents by state'),
    equipmentCount: integer('Equipment'),
    totalMsrpPrice: money('Equipment, MSRP'),
    totalPrice: money('Total'),
    lastActivities: json<OverviewEntry[]>('Last activities'),
    viewers: json<Viewer[]>('Viewers'),
  }),
})
