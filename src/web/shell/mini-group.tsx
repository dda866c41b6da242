import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import css from './layout.module.css'
import type { MenuGroup } from './menu-group.ts'

export default function MiniGroup({ group, current, isHome }: { group: MenuGroup; current?: string; isHome: boolean }) {
  const { label, icon: Icon, entries } = group
  return (
    <li>
      <Menu position="right-start" trigger="click-hover" openDelay={100} closeDelay={200} withinPortal={false} floatingStrategy="fixed">
        <Menu.Target>
          <button type="button" className={css.entry} aria-label={label} data-current={isHome || undefined}>
            {Icon && <Icon size={16} className={css.entryIcon} />}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {entries.map(({ path, label }) => (
            <Menu.Item
              key={path}
              component={Link}
              to={path}
              aria-current={path === current ? 'page' : undefined}
              color={path === current ? 'var(--dna-accent-text)' : undefined}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
