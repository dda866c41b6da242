import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { Need } from '../model/kit/call.ts'
import { can } from './kit/can.ts'
import { parseSearch, stringifySearch } from './kit/list-address.ts'
import { session } from './kit/session.ts'

interface Row {
  path: string
  page: ReturnType<typeof lazyRouteComponent>
  title: string
  /** Who may come here; the menu shows an entry to exactly these. */
  permission: Need
  layout: 'main' | 'simple'
}

const lazy = lazyRouteComponent

/** Every page: one line each, grouped by area. Guard, document title and menu follow from it. */
// biome-ignore format: one line per route
export const routes: Row[] = [
  // access
  { path: '/login', page: lazy(() => import('./access/login.tsx'), 'LoginPage'), title: 'Sign in', permission: 'anyone', layout: 'simple' },
  { path: '/logout', page: lazy(() => import('./access/logout.tsx'), 'LogoutPage'), title: 'Signing out', permission: 'anyone', layout: 'simple' },
  { path: '/account/reset-password', page: lazy(() => import('./access/reset-password.tsx'), 'ResetPasswordPage'), title: 'Reset password', permission: 'anyone', layout: 'simple' },
  { path: '/account/profile', page: lazy(() => import('./access/profile.tsx'), 'ProfilePage'), title: 'Profile', permission: 'signed in', layout: 'main' },
  { path: '/not-authorizd', page: lazy(() => import('./access/not-authorized.tsx'), 'NotAuthorizedPage'), title: 'Not authorized', permission: 'anyone', layout: 'main' },
  { path: '/not-found', page: lazy(() => import('./not-found.tsx'), 'NotFoundPage'), title: 'Not found', permission: 'anyone', layout: 'main' },

  // dashboard
  { path: '/dashboard', page: lazy(() => import('./dashboard/dashboard.tsx'), 'DashboardPage'), title: 'Dashboard', permission: 'signed in', layout: 'main' },
]

/** Whatever no other row matches. */
const notFound: Row = { ...routes.find(({ path }) => path === '/not-found')!, path: '/$' }

/** Addresses that lead elsewhere. The specification spells the not-authorized page without its e. */
const elsewhere = [
  { path: '/', to: '/dashboard' },
  { path: '/not-authorized', to: '/not-authorizd' },
]

/** Loaded beside the page, so that signing in needs neither menus nor the toolbar. */
const layouts = {
  main: lazy(() => import('./shell.tsx'), 'MainShell'),
  simple: lazy(() => import('./simple-shell.tsx'), 'SimpleShell'),
}

/** Nobody sees a page the table does not allow them. */
function guard(permission: Need) {
  return ({ location }: { location: { href: string; pathname: string } }) => {
    if (can(permission)) return
    if (!session().user) throw redirect({ to: '/login', search: { redirect: location.href } as never, replace: true })
    throw redirect({ to: '/not-authorizd', search: { redirected: location.pathname } as never, replace: true })
  }
}

export function makeRouter(Root: ComponentType<{ children: ReactNode }>) {
  const root = createRootRouteWithContext()({
    component: () => (
      <Root>
        <Outlet />
      </Root>
    ),
  })
  const layoutRoute = (layout: Row['layout']) => {
    const parent = createRoute({
      getParentRoute: () => root,
      id: layout,
      component: layouts[layout],
    })
    return parent.addChildren(
      [...routes, notFound]
        .filter((row) => row.layout === layout)
        .map(({ path, page, title, permission }) =>
          createRoute({
            getParentRoute: () => parent,
            path,
            component: page,
            staticData: { title, permission } as object,
            beforeLoad: guard(permission),
          }),
        ),
    )
  }
  const redirects = elsewhere.map(({ path, to }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: ({ search }) => {
        throw redirect({ to, search: search as never, replace: true })
      },
    }),
  )
  return createRouter({
    routeTree: root.addChildren([layoutRoute('main'), layoutRoute('simple'), ...redirects]),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    scrollToTopSelectors: ['#content'],
  })
}
