import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { IconMenu2 } from './icons.ts'
import css from './layout.module.css'
import { part } from './part.ts'
import { ahead } from './patiently.ts'
import { UserButton } from './user-button.tsx'

/** What areas put into the toolbar and the menu of the person; each loads what it needs when it is wanted. */
export interface ToolbarSlots {
  /** Left: search. */
  find?: ReactNode
  /** Right, before the person: quick tools, downloads. */
  tools?: ReactNode
  /** `Menu.Item`s of the person's menu. */
  userMenu?: ReactNode
}

const loadUserMenu = () => import('./user-menu.tsx')
const UserMenu = part(loadUserMenu)

/** Menus are heavy: theirs comes when the pointer or the focus comes near. */
function Me({ badge, children }: { badge?: string; children?: ReactNode }) {
  const [isWanted, setWanted] = useState(false)
  const button = <UserButton onPointerEnter={ahead(loadUserMenu)} onFocus={ahead(loadUserMenu)} onClick={() => setWanted(true)} />
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <UserMenu badge={badge}>{children}</UserMenu>
    </Suspense>
  )
}

export function Toolbar({ slots, badge, onMenu }: { slots: ToolbarSlots; badge?: string; onMenu: () => void }) {
  return (
    <header className={css.toolbar}>
      <ActionIcon className={css.onPhone} aria-label="Open the menu" onClick={onMenu}>
        <IconMenu2 size={18} />
      </ActionIcon>
      <Link to="/dashboard" className={`${css.brandName} ${css.onPhone}`}>
        DNA
      </Link>
      {slots.find}
      <span className={css.spring} />
      {slots.tools}
      <Me badge={badge}>{slots.userMenu}</Me>
    </header>
  )
}
