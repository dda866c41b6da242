import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconExternalLink, IconEye, IconPencil, IconRestore, IconTrash } from '../look/icons.ts'

interface RowItemsProps {
  href?: string
  open?: { label: string; run: () => void }
  restore?: () => void
  peek?: () => void
  remove?: () => void
  children?: ReactNode
}

/** Menu items of a row, in the same order in every list. */
export function RowItems({ href, open, restore, peek, remove, children }: RowItemsProps) {
  return (
    <>
      {href && (
        <>
          <Menu.Item component={Link} to={href}>
            Open
          </Menu.Item>
          <Menu.Item component="a" href={href} target="_blank" leftSection={<IconExternalLink size={16} />}>
            Open in new tab
          </Menu.Item>
        </>
      )}
      {open && (
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={open.run}>
          {open.label}
        </Menu.Item>
      )}
      {restore && (
        <Menu.Item leftSection={<IconRestore size={16} />} onClick={restore}>
          Restore
        </Menu.Item>
      )}
      {peek && (
        <Menu.Item leftSection={<IconEye size={16} />} onClick={peek}>
          Peek
        </Menu.Item>
      )}
      {children}
      {remove && (
        <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={remove}>
          Delete
        </Menu.Item>
      )}
    </>
  )
}
