import { Suspense, useEffect, useState } from 'react'
import { readPersonalSettings } from '../../model/settings/personal-settings.ts'
import { useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import { lazyPart } from '../kit/request/lazy-part.ts'
import { storePersonalSettings } from '../kit/request/session.ts'
import { openPersonalSettings, useIsPersonalSettingsOpen } from './personal-settings-open.ts'

const Panel = lazyPart(async () => ({ default: (await import('./personal-settings.tsx')).PersonalSettingsPanel }))

/** Mounted beside the pages, because the menu unmounts when its entry is chosen. Other parts read the copy in local storage. */
export default function PersonalSettings() {
  const mayView = useCan('PersonalSettings.View')
  const { data } = useRead(readPersonalSettings, {}, { enabled: mayView, isQuiet: true })
  const isShown = useIsPersonalSettingsOpen()
  const [wasShown, setWasShown] = useState(false)
  if (isShown && !wasShown) setWasShown(true)
  useEffect(() => {
    if (data) storePersonalSettings(data)
  }, [data])
  if (!wasShown || !mayView) return null
  return (
    <Suspense>
      <Panel isOpen={isShown} onClose={() => openPersonalSettings(false)} />
    </Suspense>
  )
}
