import { Tooltip } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { HubEvents } from '../../model/hub.ts'
import type { Viewer } from '../../model/projects/live-overview.ts'
import { AvatarFace, type Person, userName } from '../kit/parts/avatar.tsx'
import { invokeHub, onConnect, useLiveEvent } from '../kit/request/live.ts'
import { session } from '../kit/request/session.ts'
import css from './project-tabs.module.css'

/** Milliseconds before a leave is reported, because navigation within a project opens the next page first. */
const lingerMs = 400
const open = new Map<string, number>()
const known = new Map<number, Viewer[]>()

export function useViewers(projectId: number | undefined, place: string): Viewer[] {
  const [viewers, setViewers] = useState<Viewer[]>(() => (projectId && known.get(projectId)) || [])
  const hear = useCallback(
    (event: HubEvents['Presence']) => {
      known.set(event.projectId, event.viewers)
      if (event.projectId === projectId) setViewers(event.viewers)
    },
    [projectId],
  )
  useLiveEvent('Presence', hear)
  useEffect(() => {
    if (!projectId) return
    const key = `${projectId} ${place}`
    const isNew = !open.get(key)
    open.set(key, (open.get(key) ?? 0) + 1)
    const watch = async () => {
      const now = await invokeHub('Watch', projectId, place).catch(() => undefined)
      if (Array.isArray(now)) hear({ projectId, viewers: now })
    }
    let isFirst = true
    const stop = onConnect(() => {
      // Another page of the project has reported it already, unless the connection is new.
      if (isNew || !isFirst) void watch()
      isFirst = false
    })
    isFirst = false
    return () => {
      stop()
      open.set(key, open.get(key)! - 1)
      setTimeout(() => {
        if (open.get(key)) return
        open.delete(key)
        void invokeHub('Unwatch', projectId, place).catch(() => undefined)
      }, lingerMs)
    }
  }, [projectId, place, hear])
  return viewers
}

const shownAtMost = 5
const asPerson = (viewer: Viewer): Person => ({ ...viewer, isSuspended: false, isExternalUser: false })

export function Here({ viewers, noun }: { viewers: Viewer[]; noun: string }) {
  const others = viewers.filter(({ id }) => id !== session().user?.id)
  if (others.length === 0) return null
  const names = others.map((other) => userName(asPerson(other)))
  const label = `Also ${noun}: ${names.join(', ')}`
  return (
    <Tooltip label={label} multiline maw={320}>
      <span className={css.here} role="img" aria-label={label}>
        {others.slice(0, shownAtMost).map((other) => (
          <AvatarFace key={other.id} user={asPerson(other)} size={24} />
        ))}
        {others.length > shownAtMost && <small>+{others.length - shownAtMost}</small>}
      </span>
    </Tooltip>
  )
}
