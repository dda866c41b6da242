import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { QuickTools } from '../calculators/quick-tools.tsx'
import { useEnvironment } from '../environment.ts'
import { FileViewer } from '../files/file-viewer.tsx'
import { useCutText } from '../kit/look/cut-text.ts'
import { useHasActed } from '../kit/look/first-act.ts'
import { useDialogFocus } from '../kit/look/first-field.ts'
import { useCan } from '../kit/request/can.ts'
import { lazyPart } from '../kit/request/lazy-part.ts'
import { useSession } from '../kit/request/session.ts'
import { menu, menuOutside } from '../menu.ts'
import { Spotlight } from '../search/spotlight.tsx'
import { Commands } from './commands.tsx'
import css from './layout.module.css'
import { MainLayout } from './layout.tsx'
import { MenuContext } from './side-menu.tsx'
import type { ToolbarSlots } from './toolbar.tsx'

// The first page does not wait for these parts, except for those that handle shortcuts.
const DownloadMenu = lazyPart(async () => ({ default: (await import('../reports/download-menu.tsx')).DownloadMenu }))
const InboxBell = lazyPart(async () => ({ default: (await import('../inbox/inbox-bell.tsx')).InboxBell }))
const StepUpDialog = lazyPart(() => import('../access/step-up-dialog.tsx'))
const Confirmation = lazyPart(() => import('../kit/look/confirmation.tsx'))
const CreateDialogs = lazyPart(async () => ({ default: (await import('../kit/form/create-dialogs.tsx')).CreateDialogs }))
const ViewBanner = lazyPart(async () => ({ default: (await import('../access/view-banner.tsx')).ViewBanner }))
const loadSettingsMenu = () => import('../settings/personal-settings-menu.tsx')
const PersonalSettings = lazyPart(() => import('../settings/personal-settings-store.tsx'))

/** Reserves space for a button that is loading, so its neighbors do not move under the pointer. */
const room = <span className={css.room} />

function Downloads() {
  if (!useCan('DownloadCenter.View')) return null
  return (
    <Suspense fallback={room}>
      <DownloadMenu />
    </Suspense>
  )
}

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
  loadUserMenu: async () => (await loadSettingsMenu()).PersonalSettingsEntry,
}

const [inside, outside] = [{ menu }, { menu: menuOutside }]

export function MainShell() {
  const { isView, isExternal } = useSession()
  // Not inside the lazily loaded dialogs, because a dialog can open before they load.
  useDialogFocus()
  useCutText()
  const hasActed = useHasActed()
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
        </Suspense>
        {hasActed && (
          <Suspense>
            <CreateDialogs />
            <Confirmation />
            <StepUpDialog />
          </Suspense>
        )}
        <FileViewer />
        <Commands />
      </MainLayout>
    </MenuContext>
  )
}
