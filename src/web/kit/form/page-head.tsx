import { ActionIcon, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconDotsVertical } from '../look/icons.ts'
import { useMenuEntry } from '../look/menu-entry.ts'
import { PageTabs, type Tab } from '../parts/page-tabs.tsx'
import { Breadcrumbs, type Crumb, IdChip } from '../parts/small-parts.tsx'
import css from './form-page.module.css'

interface PageHeadProps {
  crumbs: Crumb[]
  chip?: string | number
  /** Link for the chip, if its number refers to another row. */
  chipTo?: string
  title: ReactNode
  state?: ReactNode
  note?: ReactNode
  actions?: ReactNode
  menu?: ReactNode
  tabs?: Tab[]
}

export function PageHead({ crumbs, chip, chipTo, title, state, note, actions, menu, tabs }: PageHeadProps) {
  useMenuEntry(crumbs[0]?.to)
  const above = crumbs.filter(({ label }) => label !== title)
  // A single crumb fits before the title of a wide window and saves a row there.
  const isShort = above.length === 1
  return (
    <header className={css.head} data-short={isShort || undefined}>
      <Breadcrumbs crumbs={isShort ? above : crumbs} />
      <div className={css.titleRow}>
        {chip !== undefined && <IdChip id={chip} href={chipTo} />}
        <h1>{title}</h1>
        {state}
        {note && <span className={css.note}>{note}</span>}
        <span className={css.actions}>
          {actions}
          {menu && (
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon aria-label="More actions">
                  <IconDotsVertical size={18} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>{menu}</Menu.Dropdown>
            </Menu>
          )}
        </span>
      </div>
      {tabs && <PageTabs tabs={tabs} />}
    </header>
  )
}

export function PageNotice({ tone, icon, children }: { tone: 'warning' | 'quiet'; icon?: ReactNode; children: ReactNode }) {
  return (
    <div className={css.strip} data-tone={tone}>
      {icon}
      {children}
    </div>
  )
}
