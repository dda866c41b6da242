import { useCallback, useEffect, useRef } from 'react'
import type { HubEvents } from '../../model/hub.ts'
import { readBigBoard } from '../../model/planning/boards.ts'
import { readMonthlyPlans } from '../../model/planning/monthly-plans.ts'
import { readScenarioBoard } from '../../model/planning/scenarios.ts'
import { isPartOfHours, readWorkload } from '../../model/planning/workload.ts'
import { callEntity, invalidateEntity } from '../kit/request/call.ts'
import { useLiveEvent } from '../kit/request/live.ts'

/** Debounce in milliseconds, because one action sends several events. */
const gatherMs = 80

/** Refetches a board when its data changes. A project's board ignores changes of other projects. */
export function useLiveBoard(projectId?: number) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const onEntityChange = useCallback(
    ({ entity, projectId: changed }: HubEvents['EntityChanged']) => {
      if (!isPartOfHours(entity)) return
      if (projectId !== undefined && changed !== undefined && changed !== projectId && entity === 'projects') return
      clearTimeout(waiting.current)
      waiting.current = setTimeout(() => void refreshBoards(), gatherMs)
    },
    [projectId],
  )
  useLiveEvent('EntityChanged', onEntityChange)
}

export const refreshBoards = () =>
  Promise.all([readBigBoard, readWorkload, readMonthlyPlans, readScenarioBoard].map((call) => invalidateEntity(callEntity(call))))
