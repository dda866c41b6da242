import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { IconMenu2 } from '../kit/look/icons.ts'
import { preload } from '../kit/look/load-with-retry.ts'
import { lazyPart } from '../kit/request/lazy-part.ts'
import { productName } from '../kit/request/title.ts'
import css from './layout.module.css'
import { PageHelp } from './page-help.tsx'
import type { Environment } from './simple-layout.tsx'
import { UserButton } from './user-button.tsx'

export interface ToolbarSlots {
  find?: ReactNode
  tools?: ReactNode
  /** `Menu.Item`s of the user menu, loaded completely before the menu opens. */
  loadUserMenu?: () => Promise<ComponentType>
}

const loadUserMenu = () => import('./user-menu.tsx')

/** The user menu is large, so it loads on hover or focus. */
function Me({ badge, loadEntries }: { badge?: string; loadEntries: ToolbarSlots['loadUserMenu'] }) {
  const [isWanted, setWanted] = useState(false)
  const [UserMenu] = useState(() =>
    lazyPart(async () => {
      const [{ default: Menu }, Entries] = await Promise.all([loadUserMenu(), loadEntries?.()])
      return { default: ({ badge }: { badge?: string }) => <Menu badge={badge}>{Entries && <Entries />}</Menu> }
    }),
  )
  const prepare = preload(() => Promise.all([loadUserMenu(), loadEntries?.()]))
  const button = <UserButton onPointerEnter={prepare} onFocus={prepare} onClick={() => setWanted(true)} />
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <UserMenu badge={badge} />
    </Suspense>
  )
}

export function Toolbar({ slots, environment, onMenu }: { slots: ToolbarSlots; environment?: Environment; onMenu: () => void }) {
  return (
    <header className={css.toolbar}>
      <ActionIcon className={css.onPhone} aria-label="Open the menu" onClick={onMenu}>
        <IconMenu2 size={18} />
      </ActionIcon>
      <Link to="/dashboard" className={`${css.brandName} ${css.onPhone}`}>
        {environment?.productName ?? productName}
      </Link>
      {slots.find}
      <span className={css.spring} />
      <PageHelp />
      {slots.tools}
      <Me badge={environment?.badge} loadEntries={slots.loadUserMenu} />
    </header>
  )
}
