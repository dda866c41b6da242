import { useCallback, useEffect, useRef } from 'react'
import type { HubEvents } from '../../model/hub.ts'
import { callKey, invalidate } from '../kit/request/call.ts'
import type { AnyCall } from '../kit/request/client.ts'
import { useLiveEvent } from '../kit/request/live.ts'

/** Debounce in milliseconds, because one action sends several events. */
const gatherMs = 250

/**
 * Refetches a widget when an entity its figures depend on changes. Lists of a single entity are refetched by entity name and do not need
 * this hook.
 */
export function useLiveWidget(call: AnyCall, isPart: (entity: string) => boolean) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const onEntityChange = useCallback(
    ({ entity }: HubEvents['EntityChanged']) => {
      if (!isPart(entity)) return
      clearTimeout(waiting.current)
      // Invalidates all variants of the query: by team and by labor type.
      waiting.current = setTimeout(() => void invalidate({ queryKey: callKey(call).slice(0, 2) }), gatherMs)
    },
    [call, isPart],
  )
  useLiveEvent('EntityChanged', onEntityChange)
}
