import { ActionIcon } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Link, useLocation, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconWifiOff } from '../kit/look/icons.ts'
import { preload } from '../kit/look/load-with-retry.ts'
import { lazyPart } from '../kit/request/lazy-part.ts'
import { useIsConnectionLost } from '../kit/request/live.ts'
import { personalSettings, useSession } from '../kit/request/session.ts'
import { productName } from '../kit/request/title.ts'
import css from './layout.module.css'
import { areNoticesRead } from './read-notices.ts'
import { loadMiniGroup, SideMenu } from './side-menu.tsx'
import { Badge, Brand, type Environment, SimpleLayout, SkipLink, Version } from './simple-layout.tsx'
import { Toolbar, type ToolbarSlots } from './toolbar.tsx'

const MenuDrawer = lazyPart(() => import('./menu-drawer.tsx'))
const TestingNotice = lazyPart(() => import('./testing-notice.tsx'))

/** Remembered menu width. A project page may collapse the menu; the user's next choice wins. */
function useMini() {
  const [remembered, remember] = useLocalStorage({
    key: 'menu-mini',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const isProject = useLocation({ select: ({ pathname }) => /^\/projects\/\d/.test(pathname) })
  const [isYielding, setYielding] = useState(false)
  useEffect(() => setYielding(isProject && personalSettings()?.autoCollapseNavigationDrawerOnProjectOpen === true), [isProject])
  const mini = remembered || isYielding
  const toggle = () => {
    setYielding(false)
    remember(!mini)
  }
  return [mini, toggle] as const
}

/** After navigation the focused element may be gone. Moves the focus into the new page instead of before the menu. */
function useFocusOnArrival() {
  const content = useRef<HTMLElement>(null)
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const before = useRef(pathname)
  useEffect(() => {
    const isMove = before.current !== undefined && before.current !== pathname
    before.current = pathname
    if (isMove && document.activeElement === document.body) content.current?.focus({ preventScroll: true })
  }, [pathname])
  return content
}

export function MainLayout(props: { environment?: Environment; slots: ToolbarSlots; children: ReactNode }) {
  const { environment, slots, children } = props
  const { user } = useSession()
  const [mini, toggleMini] = useMini()
  const [isDrawerOpen, setDrawerOpen] = useState<boolean>()
  const isLost = useIsConnectionLost()
  const content = useFocusOnArrival()
  if (!user) return <SimpleLayout environment={environment}>{children}</SimpleLayout>

  const Collapse = mini ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const collapseLabel = mini ? 'Widen the menu' : 'Narrow the menu'
  const foot = (
    <>
      <span>
        <Version environment={environment} />
      </span>
      <Badge>{environment?.badge}</Badge>
    </>
  )
  return (
    <div className={css.shell} data-mini={mini || undefined}>
      <SkipLink />
      <div className={css.side}>
        <nav aria-label="Main">
          <div className={css.brandRow}>
            <Link to="/dashboard" className={css.brand} aria-label={`${environment?.productName ?? productName}, dashboard`}>
              <Brand environment={environment} isMini={mini} />
            </Link>
            <ActionIcon
              className={css.collapse}
              title={collapseLabel}
              aria-label={collapseLabel}
              onClick={toggleMini}
              onPointerEnter={preload(loadMiniGroup)}
              onFocus={preload(loadMiniGroup)}
            >
              <Collapse size={16} />
            </ActionIcon>
          </div>
          <SideMenu mini={mini} />
        </nav>
        <footer className={css.foot}>{foot}</footer>
      </div>
      <div className={css.body}>
        <Toolbar slots={slots} environment={environment} onMenu={() => setDrawerOpen(true)} />
        <div role="status">
          {isLost && (
            <div className={css.lost}>
              <IconWifiOff size={16} />
              Connection lost, trying again…
            </div>
          )}
        </div>
        <main ref={content} id="content" tabIndex={-1} className={css.content}>
          {children}
        </main>
      </div>
      {isDrawerOpen !== undefined && (
        <Suspense>
          <MenuDrawer
            isOpen={isDrawerOpen}
            onClose={() => setDrawerOpen(false)}
            title={environment?.productName ?? productName}
            foot={foot}
          />
        </Suspense>
      )}
      {environment && environment.badge !== 'LIVE' && environment.notices.length > 0 && !areNoticesRead(environment.notices) && (
        <Suspense>
          <TestingNotice badge={environment.badge} notices={environment.notices} />
        </Suspense>
      )}
    </div>
  )
}
