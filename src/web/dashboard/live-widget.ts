import { useCallback, useEffect, useRef } from 'react'
import type { HubEvents } from '../../model/hub.ts'
import { invalidate, keyOf } from '../kit/request/call.ts'
import type { AnyCall } from '../kit/request/client.ts'
import { useLiveEvent } from '../kit/request/live.ts'

/** One act comes as several events. */
const gatherMs = 250

/** Reads figures again when something they are made of has changed; rows of an entity are known by its name and need none of this. */
export function useLiveWidget(call: AnyCall, isPart: (entity: string) => boolean) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const look = useCallback(
    ({ entity }: HubEvents['EntityChanged']) => {
      if (!isPart(entity)) return
      clearTimeout(waiting.current)
      // Whatever it is asked for: by team or by labor type.
      waiting.current = setTimeout(() => void invalidate({ queryKey: keyOf(call).slice(0, 2) }), gatherMs)
    },
    [call, isPart],
  )
  useLiveEvent('EntityChanged', look)
}
