import { useCallback, useMemo, useRef } from 'react'
import type { HubEvents } from '../../model/hub.ts'
import { racks as racksModel } from '../../model/spaces/racks.ts'
import { units } from '../../model/spaces/units.ts'
import { callsOf, invalidateEntity, useRead } from '../kit/request/call.ts'
import { useLiveEvent } from '../kit/request/live.ts'
import type { Rack } from './rack-edits.ts'
import type { TrayUnit } from './rack-tray.tsx'

/** So many units lie in the tray; more are found by searching. */
const trayUnits = 100

/** The racks of a project, what stands in them, and what could; it follows what others do. */
export function useRackReading(projectId: number, search: string) {
  const params = { id: projectId }
  const racks = useRead(callsOf(racksModel).query, { params, query: { sortBy: ['name'] } }, { isQuiet: true, keepsOld: true })
  const quiet = { isQuiet: true, keepsOld: true }
  const placed = useRead(callsOf(units).query, { params, query: { isPlaced: true } }, quiet)
  const sought = search.trim()
  // Whoever searches may mean a device that needs a shelf, too.
  const open = { isPlaced: false, ...(sought ? { search: sought } : { isForRacks: true }) }
  const tray = useRead(callsOf(units).query, { params, query: { ...open, itemsPerPage: trayUnits, sortBy: ['label'] } }, quiet)
  const look = useCallback(
    (change: HubEvents['EntityChanged']) => {
      // Units change with the quantity of their line and with the rack they stand in.
      if (change.projectId === projectId && change.entity !== units.entity) void invalidateEntity(units.entity)
    },
    [projectId],
  )
  useLiveEvent('EntityChanged', look)

  // What was just taken out is in no answer yet.
  const known = useRef<ReadonlyMap<number, TrayUnit>>(new Map())
  const devices = useMemo(() => {
    const read = [...(placed.data?.items ?? []), ...(tray.data?.items ?? [])]
    const own = read.map(
      ({ id, label, equipment, rackId, space }) => [id, { unitId: id, label, equipment, rackId, spaceId: space.id }] as const,
    )
    known.current = new Map([...known.current, ...own])
    return known.current
  }, [placed.data, tray.data])
  const now = [...(tray.data?.items ?? []), ...(sought ? [] : (placed.data?.items ?? []))].map(({ id }) => id)
  // One of the two answers comes first: what is in neither until the other is there keeps its row, and the focus it may have.
  const settled = useRef({ sought, ids: now })
  const isBetween = (placed.isFetching || tray.isFetching) && settled.current.sought === sought
  const found = new Set(isBetween ? [...settled.current.ids, ...now] : now)
  if (!placed.isFetching && !tray.isFetching) settled.current = { sought, ids: now }

  const error = racks.error ?? placed.error ?? tray.error
  const isRead = racks.data !== undefined && placed.data !== undefined && tray.data !== undefined
  return {
    racks: racks.data?.items ?? [],
    devices,
    /** Those of the tray, without what stands in a rack by now. */
    unplaced(shown: readonly Rack[]): TrayUnit[] {
      const standing = new Set(shown.flatMap(({ placements }) => placements.map(({ unitId }) => unitId)))
      return [...found].flatMap((id) => (standing.has(id) ? [] : (devices.get(id) ?? [])))
    },
    more: Math.max(0, (tray.data?.total ?? 0) - trayUnits),
    isRead,
    error,
    retry: () => void Promise.all([racks.refetch(), placed.refetch(), tray.refetch()]),
  }
}
