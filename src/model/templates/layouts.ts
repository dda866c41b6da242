import { formatCount } from '../kit/plural.ts'
import { DocumentLayout } from './enums.ts'

/** So many views a sheet has room for; with "BIM Team Decided" that is open. */
export const roomOf = (layout: DocumentLayout): number | undefined => DocumentLayout.get(layout).viewsPerPage

/** Why these views do not fit a sheet; nothing where they do. */
export function tooManyViews(layout: DocumentLayout, views: number): string | undefined {
  const room = roomOf(layout)
  return room !== undefined && views > room ? `A sheet of this layout has room for ${formatCount(room, 'view')}.` : undefined
}

/** The grid in which a sheet shows its views: as many places as the layout has, else as the views need. */
export function gridOf(layout: DocumentLayout, views: number): { columns: number; rows: number } {
  const places = Math.max(1, roomOf(layout) ?? views)
  const columns = places === 1 ? 1 : places <= 4 ? 2 : 3
  return { columns, rows: Math.ceil(places / columns) }
}

/** Views dealt out to as many sheets as they need, at least one. */
export function dealViews<T>(layout: DocumentLayout, views: readonly T[]): T[][] {
  const room = roomOf(layout) ?? Math.max(1, views.length)
  const sheets: T[][] = []
  for (let at = 0; at < views.length; at += room) sheets.push(views.slice(at, at + room))
  return sheets.length > 0 ? sheets : [[]]
}
