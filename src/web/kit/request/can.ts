import { useRouter } from '@tanstack/react-router'
import type { AccessRule } from '../../../model/kit/description.ts'
import { type Session, session, useSession } from './session.ts'

/** Checks a session against a permission. The server enforces permissions; this only hides what it would reject. */
export function satisfies(need: AccessRule, { user, held, isExternal }: Session): boolean {
  if (need === 'anyone') return true
  if (!user) return false
  if (need === 'signed in') return true
  if (need === 'internal') return !isExternal
  if (typeof need === 'string') return held.has(need)
  return 'all' in need ? need.all.every((name) => held.has(name)) : need.any.some((name) => held.has(name))
}

/** Checks role names. Only the user's first role counts, and 'All' matches every user. */
export const hasRole = (roles: 'All' | readonly string[], { user }: Session = session()) =>
  roles === 'All' || (user !== null && roles.includes(user.roles[0]?.name ?? ''))

/** An undefined permission means that the action does not exist, so it is denied to every user. */
export const can = (need: AccessRule | undefined) => need !== undefined && satisfies(need, session())
export const useCan = (need: AccessRule) => satisfies(need, useSession())

interface RouteFacts {
  title: string
  permission: AccessRule
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<RouteFacts> {}
}

/** Returns a function that checks if a path pattern is a route the user may open. */
export function useMayVisit(): (path: string) => boolean {
  const router = useRouter()
  const held = useSession()
  return (path) => {
    const facts = router.routesByPath[path]?.options.staticData
    return facts?.permission !== undefined && satisfies(facts.permission, held)
  }
}
