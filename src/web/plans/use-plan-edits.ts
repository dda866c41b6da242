import { formatCount } from '../../model/kit/plural.ts'
import { type PlanDevice, type PlanPlacement, removePlacements, writePlacements } from '../../model/plans/plans.ts'
import { type Change, OvertakenEdit } from '../kit/edits/edit-history.ts'
import { useEditHistory } from '../kit/edits/use-edit-history.ts'
import { request } from '../kit/request/client.ts'
import { useOptimisticValues } from '../kit/request/optimistic.ts'
import { refreshPlans } from './refresh-plans.ts'

export type Spot = Pick<PlanPlacement, 'x' | 'y' | 'rotation' | 'mountingHeightIn'>
/** New spots by device; null takes the device off the plan. */
type Spots = ReadonlyMap<number, Spot | null>
export type PlacedDevice = PlanDevice & Spot

interface Loaded {
  placements: readonly PlanPlacement[]
  tray: readonly PlanDevice[]
}

const spotOf = ({ x, y, rotation, mountingHeightIn }: Spot): Spot => ({ x, y, rotation, mountingHeightIn })
const isSame = (a: Spot | null, b: Spot | null) =>
  a === b ||
  (a !== null && b !== null && a.x === b.x && a.y === b.y && a.rotation === b.rotation && a.mountingHeightIn === b.mountingHeightIn)

/** Devices of a plan with edits that are saved at once and can be undone, also while other users move devices. */
export function usePlanEdits(params: { id: number; itemId: number }, { placements, tray }: Loaded, canEdit: boolean) {
  const history = useEditHistory({ canEdit })
  const ahead = useOptimisticValues<number, Spot | null>()
  const stored = new Map<number, PlanPlacement>(placements.map((placement) => [placement.unitId, placement]))
  const known = new Map<number, PlanDevice>([...tray, ...placements].map((device) => [device.unitId, device]))
  const now = (unitId: number): Spot | null => {
    const optimistic = ahead.at(unitId)
    const row = stored.get(unitId)
    return optimistic === undefined ? (row ? spotOf(row) : null) : optimistic
  }
  const devices = [...known.values()].flatMap((device): PlacedDevice[] => {
    const spot = now(device.unitId)
    return spot ? [{ ...device, ...spot }] : []
  })
  const waiting = [...known.values()].filter(({ unitId }) => now(unitId) === null)

  async function send(next: Spots): Promise<ReadonlyMap<number, Spot>> {
    const off = [...next].flatMap(([unitId, spot]) => (spot === null ? [unitId] : []))
    const on = [...next].flatMap(([unitId, spot]) => (spot === null ? [] : [{ unitId, ...spot }]))
    if (off.length > 0) await request(removePlacements, { params, body: { unitIds: off } })
    const { items } = await request(writePlacements, { params, body: { placements: on } })
    return new Map(items.map((item) => [item.unitId, spotOf(item)]))
  }

  /** Writes `next` unless another user has changed what this edit wrote. */
  const replace =
    (written: Spots, next: Spots): Change =>
    async () => {
      const current = await request(writePlacements, { params, body: { placements: [] } })
      const spots = new Map(current.items.map((item) => [item.unitId, spotOf(item)]))
      for (const [unitId, spot] of written)
        if (!isSame(spots.get(unitId) ?? null, spot))
          throw new OvertakenEdit('A device was moved in the meantime; this can no longer be undone.')
      return save(written, next)
    }

  async function save(before: Spots, next: Spots): Promise<Change> {
    const release = ahead.show(next)
    try {
      const after = await send(next)
      await refreshPlans()
      return replace(new Map([...next].map(([unitId, spot]) => [unitId, spot && (after.get(unitId) ?? null)])), before)
    } finally {
      release()
    }
  }

  /** Shows the new spots at once and saves them. */
  const write = (before: Spots, next: Spots, label: string) => history.run(label, () => save(before, next))
  return {
    history,
    devices,
    waiting,
    move(next: Spots, verb: string) {
      const [only] = next.keys()
      const what = next.size === 1 && only !== undefined ? (known.get(only)?.label ?? 'Device') : formatCount(next.size, 'device')
      const before = new Map([...next.keys()].map((unitId) => [unitId, now(unitId)]))
      return write(before, next, `${verb} ${what}`)
    },
  }
}
