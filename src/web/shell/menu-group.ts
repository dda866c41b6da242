import type { ComponentType } from 'react'

export interface MenuEntry {
  path: string
  label: string
  /** Full name, used where the group label is not shown. */
  name?: string
  icon?: ComponentType<{ size?: number; className?: string }>
  /** Letter that opens the page after `g`. */
  go?: string
  /** Limits the entry to users with one of these roles, in addition to the permission. Default: all users. */
  roles?: 'All' | readonly string[]
}
export interface MenuGroup {
  label?: string
  icon?: MenuEntry['icon']
  entries: MenuEntry[]
}
