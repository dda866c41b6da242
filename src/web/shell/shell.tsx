import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { QuickTools } from '../calculators/quick-tools.tsx'
import { useEnvironment } from '../environment.ts'
import { FileViewer } from '../files/file-viewer.tsx'
import { useDialogFocus } from '../kit/look/first-field.ts'
import { useCan } from '../kit/request/can.ts'
import { lazyPart } from '../kit/request/part.ts'
import { useSession } from '../kit/request/session.ts'
import { menu, menuOutside } from '../menu.ts'
import { Spotlight } from '../search/spotlight.tsx'
import { Commands } from './commands.tsx'
import css from './layout.module.css'
import { MainLayout } from './layout.tsx'
import { MenuContext } from './side-menu.tsx'
import type { ToolbarSlots } from './toolbar.tsx'

// The first page does not wait for what stands beside it, except for what answers to a shortcut.
const DownloadMenu = lazyPart(async () => ({ default: (await import('../reports/download-menu.tsx')).DownloadMenu }))
const InboxBell = lazyPart(async () => ({ default: (await import('../inbox/inbox-bell.tsx')).InboxBell }))
const Dialogs = lazyPart(async () => ({ default: (await import('../kit/look/question.tsx')).Dialogs }))
const ViewBanner = lazyPart(async () => ({ default: (await import('../access/view-banner.tsx')).ViewBanner }))
const settings = () => import('../settings/personal-settings-menu.tsx')
const PersonalSettings = lazyPart(async () => ({ default: (await settings()).PersonalSettings }))

/** The room of a button that is on its way: what stands beside it must not move away under a pointer. */
const room = <span className={css.room} />

function Downloads() {
  if (!useCan('DownloadCenter.View')) return null
  return (
    <Suspense fallback={room}>
      <DownloadMenu />
    </Suspense>
  )
}

/** What areas put into the toolbar: search, quick tools, downloads, entries of the person's menu. */
const slots: ToolbarSlots = {
  find: <Spotlight />,
  tools: (
    <>
      <QuickTools />
      <Downloads />
      <Suspense fallback={room}>
        <InboxBell />
      </Suspense>
    </>
  ),
  loadUserMenu: async () => (await settings()).PersonalSettingsEntry,
}

const [inside, outside] = [{ menu }, { menu: menuOutside }]

/** What stands around the pages of people who are signed in. */
export function MainShell() {
  const { isView, isExternal } = useSession()
  // Not beside the questions: a dialog can be opened before these have come.
  useDialogFocus()
  return (
    <MenuContext value={isExternal ? outside : inside}>
      <MainLayout environment={useEnvironment()} slots={slots}>
        {isView && (
          <Suspense>
            <ViewBanner />
          </Suspense>
        )}
        <Outlet />
        <Suspense>
          <PersonalSettings />
          <Dialogs />
        </Suspense>
        <FileViewer />
        <Commands />
      </MainLayout>
    </MenuContext>
  )
}
