import { useLocalStorage } from '@mantine/hooks'
import { Link, useLocation } from '@tanstack/react-router'
import { createContext, Suspense, useContext, useEffect } from 'react'
import { IconChevronDown, IconChevronRight } from '../kit/look/icons.ts'
import { useClaimedEntry } from '../kit/look/menu-entry.ts'
import { hasRole, useMayVisit } from '../kit/request/can.ts'
import { lazyPart } from '../kit/request/lazy-part.ts'
import { useSession } from '../kit/request/session.ts'
import css from './layout.module.css'
import type { MenuEntry, MenuGroup } from './menu-group.ts'

/** Loaded when the user is about to collapse the menu. */
export const loadMiniGroup = () => import('./mini-group.tsx')
const MiniGroup = lazyPart(loadMiniGroup)

export const MenuContext = createContext<{ menu: MenuGroup[]; counts?: Record<string, number> }>({ menu: [] })

export function useMenu(): MenuGroup[] {
  const mayVisit = useMayVisit()
  const held = useSession()
  return useContext(MenuContext)
    .menu.map((group) => ({ ...group, entries: group.entries.filter(({ path, roles = 'All' }) => hasRole(roles, held) && mayVisit(path)) }))
    .filter(({ entries }) => entries.length > 0)
}

function useCurrentEntry(groups: MenuGroup[]) {
  const { pathname } = useLocation()
  const claimedEntry = useClaimedEntry()
  const paths = groups.flatMap(({ entries }) => entries.map(({ path }) => path))
  const isIn = (path: string) => pathname.startsWith(`${path}/`)
  return paths.find((path) => path === pathname) ?? paths.find((path) => path === claimedEntry) ?? paths.find(isIn)
}

/** Placeholder of a group in the collapsed menu, so nothing shifts when it loads. */
const MiniPlace = ({ menuGroup: { label, icon: Icon }, isHome }: { menuGroup: MenuGroup; isHome: boolean }) => (
  <li>
    <button type="button" className={css.entry} aria-label={label} data-current={isHome || undefined}>
      {Icon && <Icon size={16} className={css.entryIcon} />}
    </button>
  </li>
)

export function SideMenu({ mini = false, onVisit }: { mini?: boolean; onVisit?: () => void }) {
  const groups = useMenu()
  const current = useCurrentEntry(groups)
  const { counts } = useContext(MenuContext)
  const [open, setOpen] = useLocalStorage<Record<string, boolean>>({
    key: 'menu-open',
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const home = groups.find(({ label, entries }) => label && entries.some(({ path }) => path === current))?.label

  // Navigation expands the page's group; after that, collapsing it is the user's choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the place changes
  useEffect(() => {
    if (home) setOpen((now) => (now[home] ? now : { ...now, [home]: true }))
  }, [home, current])

  const entry = ({ path, label, icon: Icon }: MenuEntry) => (
    <li key={path}>
      <Link
        to={path}
        className={css.entry}
        data-current={path === current || undefined}
        aria-current={path === current ? 'page' : undefined}
        aria-label={mini ? label : undefined}
        title={mini ? label : undefined}
        onClick={onVisit}
      >
        {Icon && <Icon size={16} className={css.entryIcon} />}
        {!mini && <span className={css.entryLabel}>{label}</span>}
        {!mini && counts?.[path] !== undefined && <span className={css.count}>{counts[path]}</span>}
      </Link>
    </li>
  )

  return (
    <ul className={css.menu} data-mini={mini || undefined}>
      {groups.map((group) => {
        const { label, icon: Icon, entries } = group
        if (!label) return entries.map(entry)
        if (mini)
          return (
            <Suspense key={label} fallback={<MiniPlace menuGroup={group} isHome={label === home} />}>
              <MiniGroup group={group} current={current} isHome={label === home} />
            </Suspense>
          )
        const isOpen = open[label] ?? false
        const Chevron = isOpen ? IconChevronDown : IconChevronRight
        return (
          <li key={label} className={css.group}>
            <button
              type="button"
              className={css.entry}
              aria-expanded={isOpen}
              onClick={() => setOpen((now) => ({ ...now, [label]: !isOpen }))}
            >
              {Icon && <Icon size={16} className={css.entryIcon} />}
              <span className={css.entryLabel}>{label}</span>
              <Chevron size={14} className={css.chevron} />
            </button>
            {isOpen && <ul className={css.children}>{entries.map(entry)}</ul>}
          </li>
        )
      })}
    </ul>
  )
}
