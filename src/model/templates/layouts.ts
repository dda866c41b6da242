import { formatCount } from '../kit/plural.ts'
import { DocumentLayout } from './enums.ts'

const maxViews = (layout: DocumentLayout): number | undefined => DocumentLayout.get(layout).viewsPerPage

export function tooManyViews(layout: DocumentLayout, views: number): string | undefined {
  const room = maxViews(layout)
  return room !== undefined && views > room ? `A sheet of this layout has room for ${formatCount(room, 'view')}.` : undefined
}

export function sheetGrid(layout: DocumentLayout, views: number): { columns: number; rows: number } {
  const slotCount = Math.max(1, maxViews(layout) ?? views)
  const columns = slotCount === 1 ? 1 : slotCount <= 4 ? 2 : 3
  return { columns, rows: Math.ceil(slotCount / columns) }
}

/** Distributes views over as many sheets as needed, at least one. */
export function dealViews<T>(layout: DocumentLayout, views: readonly T[]): T[][] {
  const room = maxViews(layout) ?? Math.max(1, views.length)
  const sheets: T[][] = []
  for (let at = 0; at < views.length; at += room) sheets.push(views.slice(at, at + room))
  return sheets.length > 0 ? sheets : [[]]
}
