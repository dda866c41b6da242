import type { ComponentType } from 'react'

export interface MenuEntry {
  path: string
  label: string
  /** What it is called where its group does not stand above it. */
  name?: string
  icon?: ComponentType<{ size?: number; className?: string }>
  /** The letter that leads here after `g`. */
  go?: string
  /** Only people with one of these roles see it, whatever else they may; everybody where nothing is said. */
  roles?: 'All' | readonly string[]
}
export interface MenuGroup {
  label?: string
  icon?: MenuEntry['icon']
  entries: MenuEntry[]
}
