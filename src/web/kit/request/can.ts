import { useRouter } from '@tanstack/react-router'
import type { AccessRule } from '../../../model/kit/description.ts'
import { type Session, session, useSession } from './session.ts'

/** Whether a session satisfies a need. The server decides; this only hides what it would refuse. */
export function satisfies(need: AccessRule, { user, held, isExternal }: Session): boolean {
  if (need === 'anyone') return true
  if (!user) return false
  if (need === 'signed in') return true
  if (need === 'internal') return !isExternal
  if (typeof need === 'string') return held.has(need)
  return 'all' in need ? need.all.every((name) => held.has(name)) : need.any.some((name) => held.has(name))
}

/** Whether somebody has one of the roles, by name; the first role of a person counts, and 'All' is everybody. */
export const hasRole = (roles: 'All' | readonly string[], { user }: Session = session()) =>
  roles === 'All' || (user !== null && roles.includes(user.roles[0]?.name ?? ''))

/** What a resource has no permission for does not exist, for nobody. */
export const can = (need: AccessRule | undefined) => need !== undefined && satisfies(need, session())
export const useCan = (need: AccessRule) => satisfies(need, useSession())

/** The row of the route table that belongs to a path pattern such as `/signal-types/$id`. */
interface RouteFacts {
  title: string
  permission: AccessRule
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Partial<RouteFacts> {}
}

/** Tells of a path pattern whether it is a route and this person may go there. */
export function useMayVisit(): (path: string) => boolean {
  const router = useRouter()
  const held = useSession()
  return (path) => {
    const facts = router.routesByPath[path]?.options.staticData
    return facts?.permission !== undefined && satisfies(facts.permission, held)
  }
}
