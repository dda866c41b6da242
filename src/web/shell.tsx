import { Outlet } from '@tanstack/react-router'
import { QuickTools } from './calculators/quick-tools.tsx'
import { useEnvironment } from './environment.ts'
import { MainLayout } from './kit/layout.tsx'
import { MenuContext } from './kit/side-menu.tsx'
import type { ToolbarSlots } from './kit/toolbar.tsx'
import { menu } from './menu.ts'
import { DownloadMenu } from './reports/download-menu.tsx'
import { PersonalSettings, PersonalSettingsEntry } from './settings/personal-settings-menu.tsx'

/** What areas put into the toolbar: search, quick tools, downloads, entries of the person's menu. */
const slots: ToolbarSlots = {
  tools: (
    <>
      <QuickTools />
      <DownloadMenu />
    </>
  ),
  userMenu: <PersonalSettingsEntry />,
}

const known = { menu }

/** What stands around the pages of people who are signed in. */
export const MainShell = () => (
  <MenuContext value={known}>
    <MainLayout environment={useEnvironment()} slots={slots}>
      <Outlet />
      <PersonalSettings />
    </MainLayout>
  </MenuContext>
)
