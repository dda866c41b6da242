import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { formatCount } from '../../../model/kit/plural.ts'
import css from './page-tabs.module.css'

export interface Tab {
  label: string
  to: string
  count?: number
  /** What is counted, where the label does not say it: `piece`. */
  counted?: string
  /** Tabs of one group stand together under its name, in a row of their own while one of them is open. */
  group?: string
  /** Pages that are reached from it and have no tab of their own. */
  below?: string[]
}

const isOn = ({ to, below }: Tab, pathname: string) => to === pathname || below?.includes(pathname)

/** The tabs by their groups, in the order they are told; a tab without a group is one of its own. */
function grouped(tabs: Tab[]) {
  const groups = new Map<string, Tab[]>()
  for (const tab of tabs) groups.set(tab.group ?? tab.label, [...(groups.get(tab.group ?? tab.label) ?? []), tab])
  return [...groups].map(([label, parts]) => ({ label, parts }))
}

const exact = { exact: true, includeSearch: false }

let onPage: Tab[] = []
/** Every tab of the page that is open, also those in the rows of other groups. */
export const currentPageTabs = (): readonly Tab[] => onPage

/** The parts of a page as routes. A group leads to its first part, and has no second row where one may see only one. */
export function PageTabs({ tabs }: { tabs: Tab[] }) {
  const { pathname } = useLocation()
  const groups = grouped(tabs)
  useEffect(() => {
    onPage = tabs
    return () => {
      onPage = []
    }
  }, [tabs])
  const open = groups.find(({ parts }) => parts.some((tab) => isOn(tab, pathname)))
  return (
    <>
      <nav className={css.tabs} aria-label="Parts of this page" ref={showOpen}>
        {groups.map((group) => {
          const [first] = group.parts
          if (!first) return null
          return (
            <Link
              key={group.label}
              to={first.to}
              activeOptions={exact}
              className={css.tab}
              data-open={group === open || undefined}
              aria-current={group === open ? 'true' : undefined}
            >
              {group.label}
              <Count tab={first} />
            </Link>
          )
        })}
      </nav>
      {open && open.parts.length > 1 && (
        <nav className={css.parts} aria-label={open.label} ref={showOpen}>
          {open.parts.map((tab, index) => (
            <Link key={tab.to} to={tab.to} activeOptions={exact} className={css.part} data-open={isOn(tab, pathname) || undefined}>
              {tab.label}
              {/* That of the first stands beside the name of the group. */}
              {index > 0 && <Count tab={tab} />}
            </Link>
          ))}
        </nav>
      )}
    </>
  )
}

function Count({ tab: { count, counted: what } }: { tab: Tab }) {
  return count === undefined ? null : <span title={what && formatCount(count, what)}>{count.toLocaleString('en-US')}</span>
}

/** Where the tabs are wider than the window, the one that is open stands in it. */
function showOpen(tabs: HTMLElement | null) {
  const open = tabs?.querySelector<HTMLElement>('[data-open]')
  if (tabs && open) tabs.scrollLeft = open.offsetLeft + open.offsetWidth - tabs.clientWidth + 16
}
