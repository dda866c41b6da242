import { useCallback } from 'react'
import { designCheck } from '../../model/checks/design-check.ts'
import type { HubEvents } from '../../model/hub.ts'
import { useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { useLiveEvent } from '../kit/request/live.ts'

/** What is true in every project; changes of a project itself are read with the project. */
const everywhere = ['equipments', 'categories', 'signalTypes']

/** What the design check finds, anew after each change that can matter. */
export function useDesignCheck(projectId: number) {
  const read = useRead(designCheck, { params: { id: projectId } }, { isQuiet: true, keepsOld: true, enabled: can(designCheck.permission) })
  const { refetch } = read
  const look = useCallback(
    ({ entity }: HubEvents['EntityChanged']) => {
      if (everywhere.includes(entity)) void refetch()
    },
    [refetch],
  )
  useLiveEvent('EntityChanged', look)
  return read
}
