import type { equipments } from '../../model/catalog/equipment.ts'
import { type EquipmentUse, type MovedCable, PlaceKind, type replaceEquipment } from '../../model/catalog/equipment-replace.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { Changed } from '../activity/public.ts'
import type { Context } from '../kit/request/context.ts'
import type { HandlerRequest } from '../kit/request/routes.ts'

type ReplaceBody = HandlerRequest<typeof replaceEquipment>['body']
type PlaceIds = 'projectIds' | 'spaceIds' | 'spaceTemplateIds' | 'equipmentGroupIds'
export type ReplaceOptions = Pick<ReplaceBody, 'everywhere'> & Partial<Pick<ReplaceBody, PlaceIds | 'leaveOut'>>
/** A usage with the row versions of its contents, so that a preview can detect changes. */
export type FoundUse = EquipmentUse & { versions: string }

export interface Swap {
  old: RowOf<typeof equipments>
  next: RowOf<typeof equipments>
  keepProviders: boolean
  /** Retains agreed prices: true for duplicates of the same product, false for a different product. */
  keepPrices: boolean
}

type Counts = Partial<Pick<RowOf<typeof equipments>, 'projectsCount' | 'spacesCount' | 'templatesCount' | 'totalQuantity'>>

/** A kind of entity that contains equipment, registered by its area because the catalog does not depend on it. */
export interface EquipmentPlaces {
  kind: PlaceKind
  counts?(ctx: Context, equipmentId: number): Promise<Counts>
  /** Usages the actor may see and change. With `lock`, they are locked until commit. */
  find(ctx: Context, equipmentId: number, scope: ReplaceOptions, lock: boolean): Promise<FoundUse[]>
  cables?(ctx: Context, uses: FoundUse[], swap: Pick<Swap, 'old' | 'next'>): Promise<MovedCable[]>
  /** Number of units removed from their racks because the new equipment does not fit. */
  dropped?(ctx: Context, uses: FoundUse[], swap: Pick<Swap, 'old' | 'next'>): Promise<number>
  replace(ctx: Context, uses: FoundUse[], swap: Swap): Promise<Changed[]>
}

declare module '../kit/request/context.ts' {
  interface AreaExtensions {
    equipmentPlaces: readonly EquipmentPlaces[]
  }
}

/** Lock order shared by all writers: templates, then spaces, then equipment groups. */
const lockOrder = [PlaceKind.SpaceTemplate, PlaceKind.Space, PlaceKind.EquipmentGroup]

export const everyPlace = ({ services }: Context): EquipmentPlaces[] =>
  lockOrder.flatMap((kind) => services.extensions.equipmentPlaces.filter((places) => places.kind === kind))

export async function countUses(ctx: Context, equipmentId: number): Promise<Counts> {
  const counts: Counts = {}
  for (const { counts: own } of ctx.services.extensions.equipmentPlaces) Object.assign(counts, await own?.(ctx, equipmentId))
  return counts
}
