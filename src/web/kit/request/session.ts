import { useSyncExternalStore } from 'react'

/** Signed-in user as returned by sign-in. Only the first role counts. */
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
  /** An employee views the app as this user, in this tab only. */
  isView: boolean
}

/** Reason of an involuntary sign-out; the value of `r` on the sign-in page. */
export type SignOutReason = 'permissions-updated' | 'token-expired'
type SessionChange = { kind: 'in' | 'out' | 'updated'; reason?: SignOutReason; isElsewhere?: boolean }

/** Display settings that remain after sign-out. Everything else in local storage belongs to one user. */
const surviving = /^(columns|sort|view:|density|menu|mantine-color-scheme|notification-permission)/

/** Session storage key of the user being viewed in this tab. */
const viewKey = 'view-as'

const listeners = new Set<(change: SessionChange) => void>()
let current = readSession()

function readSession(): Session & { token: string | null } {
  const isView = sessionStorage.getItem(viewKey) !== null && localStorage.getItem('token') !== null
  const store = isView
    ? JSON.parse(sessionStorage.getItem(viewKey) ?? '{}')
    : { token: localStorage.getItem('token'), user: localStorage.getItem('user') }
  const token: string | null = store.token ?? null
  let user: SessionUser | null = null
  try {
    user = token ? JSON.parse(store.user ?? 'null') : null
  } catch {
    // An unreadable user is treated as signed out.
  }
  const held = new Set(user?.roles?.[0]?.permissions.map(({ name }) => name))
  return { token: user && token, user, held, isExternal: user?.isExternalUser ?? false, isView }
}

function applySessionChange(change: SessionChange) {
  current = readSession()
  for (const listener of listeners) listener(change)
}

export const session = (): Session => current
/** Includes the `Bearer ` prefix, as stored. */
export const token = () => current.token

export function storeSignIn(answer: { token: string; user: SessionUser }) {
  localStorage.setItem('token', `Bearer ${answer.token.replace(/^Bearer /, '')}`)
  localStorage.setItem('user', JSON.stringify(answer.user))
  applySessionChange({ kind: 'in' })
}

export function startViewAs(answer: { token: string; user: SessionUser }) {
  sessionStorage.setItem(viewKey, JSON.stringify({ token: `Bearer ${answer.token}`, user: JSON.stringify(answer.user) }))
  applySessionChange({ kind: 'in' })
}

export function stopViewAs() {
  sessionStorage.removeItem(viewKey)
  applySessionChange({ kind: 'in' })
}

export function updateUser(user: SessionUser) {
  if (!current.token || current.isView) return
  localStorage.setItem('user', JSON.stringify(user))
  applySessionChange({ kind: 'updated' })
}

export function signOut(reason?: SignOutReason) {
  // Only the viewing session ended; the user's own session continues.
  if (current.isView && reason) return stopViewAs()
  sessionStorage.removeItem(viewKey)
  for (const key of Object.keys(localStorage))
    if (key === 'token' || key === 'user' || (!reason && !surviving.test(key))) localStorage.removeItem(key)
  applySessionChange({ kind: 'out', reason })
}

export function onSession(listener: (change: SessionChange) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

window.addEventListener('storage', ({ key }) => {
  if (key === 'personalSettings' && current.user) return applySessionChange({ kind: 'updated', isElsewhere: true })
  if (key !== 'token' && key !== 'user' && key !== null) return
  const before = current
  const now = readSession()
  if (now.token === before.token && key === 'token') return
  applySessionChange({ kind: !now.user ? 'out' : now.user.id === before.user?.id ? 'updated' : 'in', isElsewhere: true })
})

export const useSession = (): Session => useSyncExternalStore(onSession, session)

export interface PersonalSettings {
  autoCreateDefaultAreaGroupInSpace: boolean
  autoCollapseNavigationDrawerOnProjectOpen: boolean
  maskSuspendedUsers: boolean
}

/** Personal settings from local storage, as last loaded or saved. Masking applies only with the permission to see it. */
export function personalSettings(): PersonalSettings | undefined {
  try {
    const settings = JSON.parse(localStorage.getItem('personalSettings') ?? 'null') as PersonalSettings | null
    const mayMask = current.held.has('PersonalSettings.ShowManagementSettings')
    return settings ? { ...settings, maskSuspendedUsers: settings.maskSuspendedUsers && mayMask } : undefined
  } catch {
    return undefined
  }
}

/** Updates the page at once, for example the names of users who are now masked. */
export function storePersonalSettings(settings: PersonalSettings) {
  const storedSettings = JSON.stringify(settings)
  if (localStorage.getItem('personalSettings') === storedSettings) return
  localStorage.setItem('personalSettings', storedSettings)
  applySessionChange({ kind: 'updated' })
}

/** Stores the page where a session ended. Only the same user returns there, once. */
export const storeReturnAddress = (userId: string, address: string) =>
  sessionStorage.setItem('return-address', JSON.stringify([userId, address]))

export function takeReturnAddress(userId: string): string | undefined {
  const [owner, address] = JSON.parse(sessionStorage.getItem('return-address') ?? '[]')
  sessionStorage.removeItem('return-address')
  return owner === userId ? address : undefined
}

/** Validates a redirect target: only paths of this origin, excluding sign-in and sign-out. */
export function internalAddress(address: unknown): string | undefined {
  if (typeof address !== 'string' || !address.startsWith('/')) return undefined
  const { origin, pathname, search, hash } = new URL(address, location.origin)
  if (origin !== location.origin || /^\/(\/|(login|logout)\b)/.test(pathname)) return undefined
  return pathname + search + hash
}
