import { Outlet } from '@tanstack/react-router'
import { useEnvironment } from './environment.ts'
import { MainLayout } from './kit/layout.tsx'
import { MenuContext } from './kit/side-menu.tsx'
import type { ToolbarSlots } from './kit/toolbar.tsx'
import { menu } from './menu.ts'

/** What areas put into the toolbar: search, quick tools, downloads, entries of the person's menu. */
const slots: ToolbarSlots = {}

const known = { menu }

/** What stands around the pages of people who are signed in. */
export const MainShell = () => (
  <MenuContext value={known}>
    <MainLayout environment={useEnvironment()} slots={slots}>
      <Outlet />
    </MainLayout>
  </MenuContext>
)
