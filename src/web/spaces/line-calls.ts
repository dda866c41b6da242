import type { Resource } from '../../model/kit/description.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { changeLines } from '../../model/spaces/line-together.ts'
import { updateLine } from '../../model/spaces/space-calls.ts'
import type { AreaGroupOfSpace } from '../../model/spaces/space-groups.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import type { changeTemplateLines } from '../../model/templates/space-templates.ts'
import type { Undo } from '../activity/public.tsx'
import { invalidateEntity } from '../kit/request/call.ts'
import { type AnyCall, type Args, createIdempotencyKey, request } from '../kit/request/client.ts'

/** What has equipment by area group: a space, or a template of spaces. */
export interface LinePlace {
  id: number
  name: string
  areaGroups?: readonly Pick<AreaGroupOfSpace, 'id' | 'name' | 'equipment'>[]
}

/** How the lines of such a place are written. */
export interface LineCalls {
  resource: Resource
  update: AnyCall
  /** Some come, some change, some go. */
  together: typeof changeLines | typeof changeTemplateLines
  at: (placeId: number, lineId: number) => Record<string, number>
}

/** The row the arrow keys have reached in the table. */
export const backToRow = () => document.querySelector<HTMLElement>('tr[data-row][tabindex="0"]')?.focus()

export const spaceLineCalls: LineCalls = {
  resource: spaces,
  update: updateLine,
  together: changeLines,
  at: (id, lineId) => ({ id, lineId }),
}

export type Together = NonNullable<Args<typeof changeLines>['body']>
type Change = NonNullable<Together['change']>
/** What lines are to have in common; a template knows no circuits. */
export type ChangedPart = Omit<Change, 'lineIds' | 'circuitId'> & Partial<Pick<Change, 'circuitId'>>

/** Does it and reads the place again; `undo` takes it back. */
export async function changeTogether(place: LinePlace, { resource, together }: LineCalls, body: Together) {
  const done = await request(together, { params: { id: place.id }, body, idempotencyKey: createIdempotencyKey() })
  await invalidateEntity(resource.entity, place.id)
  return done
}

export const linesInWords = (count: number) => formatCount(count, 'line')
export type { Undo }
