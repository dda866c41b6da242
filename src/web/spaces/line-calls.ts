import type { Resource } from '../../model/kit/description.ts'
import { addEquipment, deleteLine, updateLine } from '../../model/spaces/space-calls.ts'
import type { AreaGroupOfSpace } from '../../model/spaces/space-groups.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import type { AnyCall } from '../kit/request/client.ts'

/** What has equipment by area group: a space, or a template of spaces. */
export interface LinePlace {
  id: number
  name: string
  areaGroups?: readonly Pick<AreaGroupOfSpace, 'id' | 'name' | 'equipment'>[]
}

/** How the lines of such a place are written. */
export interface LineCalls {
  of: Resource
  add: AnyCall
  update: AnyCall
  remove: AnyCall
  at: (placeId: number, lineId: number) => Record<string, number>
}

/** The row the arrow keys have reached in the table. */
export const backToRow = () => document.querySelector<HTMLElement>('tr[data-row][tabindex="0"]')?.focus()

export const spaceLineCalls: LineCalls = {
  of: spaces,
  add: addEquipment,
  update: updateLine,
  remove: deleteLine,
  at: (id, lineId) => ({ id, lineId }),
}
