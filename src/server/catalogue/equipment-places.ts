import type { EquipmentUse, PlaceKind } from '../../model/catalogue/equipment-replace.ts'
import type { Changed } from '../activity/public.ts'
import type { Context, Row } from '../kit/request/context.ts'

/** Which places are meant. */
export interface Meant {
  everywhere: boolean
  projectIds?: number[] | null
  spaceIds?: number[] | null
  spaceTemplateIds?: number[] | null
  equipmentGroupIds?: number[] | null
  /** Kinds of places that stay as they are. */
  leaveOut?: PlaceKind[] | null
}
/** A use with the version of everything in it, so that a preview can tell whether it still holds. */
export type FoundUse = EquipmentUse & { versions: string }

export interface Swap {
  old: Row
  next: Row
  keepProviders: boolean
  /** One product under two entries keeps the prices that were agreed; another product does not. */
  keepPrices: boolean
}

/** A kind of place equipment stands in. The catalogue knows none of those above it; areas.ts names them here. */
export interface EquipmentPlaces {
  kind: PlaceKind
  /** Uses that may be changed, of those the actor sees. With `lock` they stay as they are until the commit. */
  find(ctx: Context, equipmentId: number, meant: Meant, lock: boolean): Promise<FoundUse[]>
  /** Puts the new equipment there; answers every change, and how many placements no longer fit. */
  replace(ctx: Context, uses: FoundUse[], swap: Swap): Promise<{ changes: Changed[]; droppedPlacements: number }>
}

const places: EquipmentPlaces[] = []
export const takePartInReplacing = (...more: EquipmentPlaces[]) => void places.push(...more)
export const everyPlace = (): readonly EquipmentPlaces[] => places
