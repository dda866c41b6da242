import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { groupByKey } from '../../../model/kit/keys.ts'
import { formatCount } from '../../../model/kit/plural.ts'
import css from './page-tabs.module.css'

export interface Tab {
  label: string
  to: string
  count?: number
  /** Noun for the count, if the label does not name it: `piece`. */
  counted?: string
  /** Tabs of a group share one tab. While one of them is open, the group has its own second row. */
  group?: string
  below?: string[]
}

const isActiveTab = ({ to, below }: Tab, pathname: string) => to === pathname || below?.includes(pathname)

function groupTabs(tabs: Tab[]) {
  const groups = groupByKey(tabs, ({ group, label }) => group ?? label)
  return [...groups].map(([label, parts]) => ({ label, parts }))
}

const exact = { exact: true, includeSearch: false }

let onPage: Tab[] = []
/** All tabs of the open page, including tabs in the rows of other groups. */
export const currentPageTabs = (): readonly Tab[] => onPage

/** Page tabs as routes. A group links to its first tab, and has no second row if the user may see only one. */
export function PageTabs({ tabs }: { tabs: Tab[] }) {
  const { pathname } = useLocation()
  const groups = groupTabs(tabs)
  useEffect(() => {
    onPage = tabs
    return () => {
      onPage = []
    }
  }, [tabs])
  const open = groups.find(({ parts }) => parts.some((tab) => isActiveTab(tab, pathname)))
  return (
    <div className={css.rows}>
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
            <Link key={tab.to} to={tab.to} activeOptions={exact} className={css.part} data-open={isActiveTab(tab, pathname) || undefined}>
              {tab.label}
              {/* The count of the first tab is shown beside the group's name. */}
              {index > 0 && <Count tab={tab} />}
            </Link>
          ))}
        </nav>
      )}
    </div>
  )
}

function Count({ tab: { count, counted: countedNoun } }: { tab: Tab }) {
  return count === undefined ? null : <span title={countedNoun && formatCount(count, countedNoun)}>{count.toLocaleString('en-US')}</span>
}

function showOpen(tabs: HTMLElement | null) {
  const open = tabs?.querySelector<HTMLElement>('[data-open]')
  if (tabs && open) tabs.scrollLeft = open.offsetLeft + open.offsetWidth - tabs.clientWidth + 16
}
