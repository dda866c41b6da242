import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './layout.module.css'
import { SideMenu } from './side-menu.tsx'

interface DrawerProps {
  isOpen: boolean
  onClose: () => void
  title: string
  foot: ReactNode
}

export default function MenuDrawer({ isOpen, onClose, title, foot }: DrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={220}
      title={title}
      classNames={{ content: css.drawer, header: css.drawerHead, body: css.drawerBody }}
    >
      <nav aria-label="Main">
        <SideMenu onVisit={onClose} />
      </nav>
      <div className={css.foot}>{foot}</div>
    </Drawer>
  )
}
