import { Menu } from '@mantine/core'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { readPersonalSettings } from '../../model/settings/personal-settings.ts'
import { IconSettings } from '../kit/look/icons.ts'
import { useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import { lazyPart } from '../kit/request/lazy-part.ts'
import { storePersonalSettings } from '../kit/request/session.ts'

const Panel = lazyPart(async () => ({ default: (await import('./personal-settings.tsx')).PersonalSettingsPanel }))

let isOpen = false
const watchers = new Set<() => void>()
function setMenuOpen(now: boolean) {
  isOpen = now
  for (const watcher of watchers) watcher()
}
const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export function PersonalSettingsEntry() {
  if (!useCan('PersonalSettings.View')) return null
  return (
    <Menu.Item leftSection={<IconSettings size={16} />} onClick={() => setMenuOpen(true)}>
      Personal Settings
    </Menu.Item>
  )
}

/** Mounted beside the pages, because the menu unmounts when its entry is chosen. Other parts read the copy in local storage. */
export function PersonalSettings() {
  const mayView = useCan('PersonalSettings.View')
  const { data } = useRead(readPersonalSettings, {}, { enabled: mayView, isQuiet: true })
  const isShown = useSyncExternalStore(subscribe, () => isOpen)
  const [wasShown, setWasShown] = useState(false)
  if (isShown && !wasShown) setWasShown(true)
  useEffect(() => {
    if (data) storePersonalSettings(data)
  }, [data])
  if (!wasShown || !mayView) return null
  return (
    <Suspense>
      <Panel isOpen={isShown} onClose={() => setMenuOpen(false)} />
    </Suspense>
  )
}
