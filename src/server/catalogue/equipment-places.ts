import type { equipments } from '../../model/catalogue/equipment.ts'
import { type EquipmentUse, type MovedCable, PlaceKind, type replaceEquipment } from '../../model/catalogue/equipment-replace.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { Changed } from '../activity/public.ts'
import type { Context } from '../kit/request/context.ts'
import type { HandlerRequest } from '../kit/request/routes.ts'

type Asked = HandlerRequest<typeof replaceEquipment>['body']
type PlaceIds = 'projectIds' | 'spaceIds' | 'spaceTemplateIds' | 'equipmentGroupIds'
/** Which places are meant, and kinds of places that stay as they are. */
export type Meant = Pick<Asked, 'everywhere'> & Partial<Pick<Asked, PlaceIds | 'leaveOut'>>
/** A use with the version of everything in it, so that a preview can tell whether it still holds. */
export type FoundUse = EquipmentUse & { versions: string }

export interface Swap {
  old: RowOf<typeof equipments>
  next: RowOf<typeof equipments>
  keepProviders: boolean
  /** One product under two entries keeps the prices that were agreed; another product does not. */
  keepPrices: boolean
}

type Counts = Partial<Pick<RowOf<typeof equipments>, 'projectsCount' | 'spacesCount' | 'templatesCount' | 'totalQuantity'>>

/** A kind of place equipment stands in. The catalogue knows none of those above it. */
export interface EquipmentPlaces {
  kind: PlaceKind
  /** How much of it stands there, as far as whoever asks sees it. */
  counts?(ctx: Context, equipmentId: number): Promise<Counts>
  /** Uses that may be changed, of those the actor sees. With `lock` they stay as they are until the commit. */
  find(ctx: Context, equipmentId: number, meant: Meant, lock: boolean): Promise<FoundUse[]>
  /** Which ports the cables on it go to. */
  cables?(ctx: Context, uses: FoundUse[], swap: Pick<Swap, 'old' | 'next'>): Promise<MovedCable[]>
  /** How many of it leave their racks because the new equipment does not fit there. */
  dropped?(ctx: Context, uses: FoundUse[], swap: Pick<Swap, 'old' | 'next'>): Promise<number>
  /** Puts the new equipment there; answers every change. */
  replace(ctx: Context, uses: FoundUse[], swap: Swap): Promise<Changed[]>
}

declare module '../kit/request/context.ts' {
  interface AreaExtensions {
    equipmentPlaces: readonly EquipmentPlaces[]
  }
}

/** Templates before spaces and groups last: locked in this order, as by every writer. */
const lockOrder = [PlaceKind.SpaceTemplate, PlaceKind.Space, PlaceKind.EquipmentGroup]

export const everyPlace = ({ services }: Context): EquipmentPlaces[] =>
  lockOrder.flatMap((kind) => services.extensions.equipmentPlaces.filter((places) => places.kind === kind))

/** What all kinds of places say of it. */
export async function countsOf(ctx: Context, equipmentId: number): Promise<Counts> {
  const counts: Counts = {}
  for (const { counts: own } of ctx.services.extensions.equipmentPlaces) Object.assign(counts, await own?.(ctx, equipmentId))
  return counts
}
