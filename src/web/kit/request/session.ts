import { useSyncExternalStore } from 'react'

/** The signed-in person as sign-in answers them; the first role counts. */
export interface SessionUser {
  id: string
  email: string
  firstName: string
  lastName: string
  avatarUrl: string | null
  isSuspended: boolean
  isExternalUser: boolean
  roles: { id: number; name: string; permissions: { name: string }[] }[]
}

export interface Session {
  user: SessionUser | null
  held: ReadonlySet<string>
  isExternal: boolean
  /** Somebody of the firm looks on as this person, in this tab alone. */
  isView: boolean
}

/** Why somebody was signed out against their will; the value of `r` on the login page. */
export type SignOutReason = 'permissions-updated' | 'token-expired'
type SessionChange = { kind: 'in' | 'out' | 'updated'; reason?: SignOutReason; isElsewhere?: boolean }

/** Choices about the looks of lists and menus outlive a sign-out; everything else in local storage belongs to a person. */
const surviving = /^(columns|sort|density|menu|mantine-color-scheme|notification-permission)/

/** Where a tab that looks on as somebody else keeps whom. */
const viewKey = 'view-as'

const listeners = new Set<(change: SessionChange) => void>()
let current = read()

function read(): Session & { token: string | null } {
  const isView = sessionStorage.getItem(viewKey) !== null && localStorage.getItem('token') !== null
  const store = isView
    ? JSON.parse(sessionStorage.getItem(viewKey) ?? '{}')
    : { token: localStorage.getItem('token'), user: localStorage.getItem('user') }
  const token: string | null = store.token ?? null
  let user: SessionUser | null = null
  try {
    user = token ? JSON.parse(store.user ?? 'null') : null
  } catch {
    // A user that cannot be read is nobody: they sign in again.
  }
  const held = new Set(user?.roles?.[0]?.permissions.map(({ name }) => name))
  return { token: user && token, user, held, isExternal: user?.isExternalUser ?? false, isView }
}

function change(change: SessionChange) {
  current = read()
  for (const listener of listeners) listener(change)
}

export const session = (): Session => current
/** In bearer form, as stored. */
export const token = () => current.token

export function signIn(answer: { token: string; user: SessionUser }) {
  localStorage.setItem('token', `Bearer ${answer.token.replace(/^Bearer /, '')}`)
  localStorage.setItem('user', JSON.stringify(answer.user))
  change({ kind: 'in' })
}

/** From here on this tab is that of somebody else, to be looked at. */
export function startViewAs(answer: { token: string; user: SessionUser }) {
  sessionStorage.setItem(viewKey, JSON.stringify({ token: `Bearer ${answer.token}`, user: JSON.stringify(answer.user) }))
  change({ kind: 'in' })
}

/** Back to oneself. */
export function stopViewAs() {
  sessionStorage.removeItem(viewKey)
  change({ kind: 'in' })
}

/** After a change of the own profile or role. */
export function updateUser(user: SessionUser) {
  if (!current.token || current.isView) return
  localStorage.setItem('user', JSON.stringify(user))
  change({ kind: 'updated' })
}

/** With a reason it happened to the person: what they typed and chose stays for when they are back. */
export function signOut(reason?: SignOutReason) {
  // What one looked on as has ended; one is still oneself.
  if (current.isView && reason) return stopViewAs()
  sessionStorage.removeItem(viewKey)
  for (const key of Object.keys(localStorage))
    if (key === 'token' || key === 'user' || (!reason && !surviving.test(key))) localStorage.removeItem(key)
  change({ kind: 'out', reason })
}

export function onSession(listener: (change: SessionChange) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Other tabs of the browser share the session. */
window.addEventListener('storage', ({ key }) => {
  if (key === 'personalSettings' && current.user) return change({ kind: 'updated', isElsewhere: true })
  if (key !== 'token' && key !== 'user' && key !== null) return
  const before = current
  const now = read()
  if (now.token === before.token && key === 'token') return
  change({ kind: !now.user ? 'out' : now.user.id === before.user?.id ? 'updated' : 'in', isElsewhere: true })
})

export const useSession = (): Session => useSyncExternalStore(onSession, session)

export interface PersonalSettings {
  autoCreateDefaultAreaGroupInSpace: boolean
  autoCollapseNavigationDrawerOnProjectOpen: boolean
  maskSuspendedUsers: boolean
}

/** As the personal settings panel last read or saved them; masking counts only with the permission to see it. */
export function personalSettings(): PersonalSettings | undefined {
  try {
    const settings = JSON.parse(localStorage.getItem('personalSettings') ?? 'null') as PersonalSettings | null
    const mayMask = current.held.has('PersonalSettings.ShowManagementSettings')
    return settings ? { ...settings, maskSuspendedUsers: settings.maskSuspendedUsers && mayMask } : undefined
  } catch {
    return undefined
  }
}

/** What is on the page already follows at once: names of people who are masked from now on. */
export function storePersonalSettings(settings: PersonalSettings) {
  const kept = JSON.stringify(settings)
  if (localStorage.getItem('personalSettings') === kept) return
  localStorage.setItem('personalSettings', kept)
  change({ kind: 'updated' })
}

/** Where somebody was when their session ended; only the same person is brought back there, once. */
export const storeReturnAddress = (userId: string, address: string) =>
  sessionStorage.setItem('return-address', JSON.stringify([userId, address]))

export function takeReturnAddress(userId: string): string | undefined {
  const [owner, address] = JSON.parse(sessionStorage.getItem('return-address') ?? '[]')
  sessionStorage.removeItem('return-address')
  return owner === userId ? address : undefined
}

/** Where to go after sign-in: only addresses of our own, and not back to where one signs in or out. */
export function internalAddress(address: unknown): string | undefined {
  if (typeof address !== 'string' || !address.startsWith('/')) return undefined
  const { origin, pathname, search, hash } = new URL(address, location.origin)
  if (origin !== location.origin || /^\/(\/|(login|logout)\b)/.test(pathname)) return undefined
  return pathname + search + hash
}
