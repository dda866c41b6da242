import type { Resource } from '../../model/kit/description.ts'
import { changeLines } from '../../model/spaces/line-concurrency.ts'
import { updateLine } from '../../model/spaces/space-calls.ts'
import type { AreaGroupOfSpace } from '../../model/spaces/space-groups.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import type { changeTemplateLines } from '../../model/templates/space-templates.ts'
import type { Undo } from '../activity/public.tsx'
import { invalidateEntity } from '../kit/request/call.ts'
import { type AnyCall, type Args, createIdempotencyKey, request } from '../kit/request/client.ts'

/** Owner of equipment lines: a space or a space template. */
export interface LineContainer {
  id: number
  name: string
  areaGroups?: readonly Pick<AreaGroupOfSpace, 'id' | 'name' | 'equipment'>[]
}

export interface LineCalls {
  resource: Resource
  update: AnyCall
  together: typeof changeLines | typeof changeTemplateLines
  at: (placeId: number, lineId: number) => Record<string, number>
}

export const backToRow = () => document.querySelector<HTMLElement>('tr[data-row][tabindex="0"]')?.focus()

export const spaceLineCalls: LineCalls = {
  resource: spaces,
  update: updateLine,
  together: changeLines,
  at: (id, lineId) => ({ id, lineId }),
}

export type Together = NonNullable<Args<typeof changeLines>['body']>
type Change = NonNullable<Together['change']>
/** Values to set on several lines. Templates have no circuits. */
export type ChangedPart = Omit<Change, 'lineIds' | 'circuitId'> & Partial<Pick<Change, 'circuitId'>>

export async function requestLineChanges(place: LineContainer, { resource, together }: LineCalls, body: Together) {
  const done = await request(together, { params: { id: place.id }, body, idempotencyKey: createIdempotencyKey() })
  await invalidateEntity(resource.entity, place.id)
  return done
}

export type { Undo }
