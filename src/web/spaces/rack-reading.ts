import { useCallback, useMemo, useRef } from 'react'
import type { HubEvents } from '../../model/hub.ts'
import { racks as racksModel } from '../../model/spaces/racks.ts'
import { units } from '../../model/spaces/units.ts'
import { invalidateEntity, resourceCalls, useRead } from '../kit/request/call.ts'
import { useLiveEvent } from '../kit/request/live.ts'
import type { Rack } from './rack-edits.ts'
import type { TrayUnit } from './rack-tray.tsx'

/** Maximum number of units in the tray; the user finds the others by search. */
const trayUnits = 100

export function useRackReading(projectId: number, search: string) {
  const params = { id: projectId }
  const racks = useRead(resourceCalls(racksModel).query, { params, query: { sortBy: ['name'] } }, { isQuiet: true, keepsOld: true })
  const quiet = { isQuiet: true, keepsOld: true }
  const placed = useRead(resourceCalls(units).query, { params, query: { isPlaced: true } }, quiet)
  const searchText = search.trim()
  // A search also covers devices that need a shelf.
  const open = { isPlaced: false, ...(searchText ? { search: searchText } : { isForRacks: true }) }
  const tray = useRead(resourceCalls(units).query, { params, query: { ...open, itemsPerPage: trayUnits, sortBy: ['label'] } }, quiet)
  const onEntityChange = useCallback(
    (change: HubEvents['EntityChanged']) => {
      // Units change with the quantity of their line and with the rack they are in.
      if (change.projectId === projectId && change.entity !== units.entity) void invalidateEntity(units.entity)
    },
    [projectId],
  )
  useLiveEvent('EntityChanged', onEntityChange)

  // A unit that was just removed from a rack is in neither response yet.
  const known = useRef<ReadonlyMap<number, TrayUnit>>(new Map())
  const devices = useMemo(() => {
    const read = [...(placed.data?.items ?? []), ...(tray.data?.items ?? [])]
    const own = read.map(
      ({ id, label, equipment, rackId, space }) => [id, { unitId: id, label, equipment, rackId, spaceId: space.id }] as const,
    )
    known.current = new Map([...known.current, ...own])
    return known.current
  }, [placed.data, tray.data])
  const now = [...(tray.data?.items ?? []), ...(searchText ? [] : (placed.data?.items ?? []))].map(({ id }) => id)
  // The two responses arrive one after the other. A unit in neither keeps its row, and possibly its focus, until both have arrived.
  const settled = useRef({ sought: searchText, ids: now })
  const isBetween = (placed.isFetching || tray.isFetching) && settled.current.sought === searchText
  const found = new Set(isBetween ? [...settled.current.ids, ...now] : now)
  if (!placed.isFetching && !tray.isFetching) settled.current = { sought: searchText, ids: now }

  const error = racks.error ?? placed.error ?? tray.error
  const isRead = racks.data !== undefined && placed.data !== undefined && tray.data !== undefined
  return {
    racks: racks.data?.items ?? [],
    devices,
    /** Units of the tray, excluding those placed in a rack meanwhile. */
    unplaced(shown: readonly Rack[]): TrayUnit[] {
      const placedUnitIds = new Set(shown.flatMap(({ placements }) => placements.map(({ unitId }) => unitId)))
      return [...found].flatMap((id) => (placedUnitIds.has(id) ? [] : (devices.get(id) ?? [])))
    },
    more: Math.max(0, (tray.data?.total ?? 0) - trayUnits),
    isRead,
    error,
    retry: () => void Promise.all([racks.refetch(), placed.refetch(), tray.refetch()]),
  }
}
