import { useCallback } from 'react'
import { designCheck } from '../../model/checks/design-check.ts'
import type { HubEvents } from '../../model/hub.ts'
import { useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { useLiveEvent } from '../kit/request/live.ts'

/** Entities that affect every project; changes of a project itself already invalidate its queries. */
const everywhere = ['equipments', 'categories', 'signalTypes']

export function useDesignCheck(projectId: number) {
  const read = useRead(designCheck, { params: { id: projectId } }, { isQuiet: true, keepsOld: true, enabled: can(designCheck.permission) })
  const { refetch } = read
  const onEntityChange = useCallback(
    ({ entity }: HubEvents['EntityChanged']) => {
      if (everywhere.includes(entity)) void refetch()
    },
    [refetch],
  )
  useLiveEvent('EntityChanged', onEntityChange)
  return read
}
