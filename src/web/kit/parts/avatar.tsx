import type { UserRef } from '../../../model/kit/description.ts'
import { fullName } from '../../../model/kit/names.ts'
import { IconBan, IconStarFilled } from '../look/icons.ts'
import { personalSettings, useSession } from '../request/session.ts'
import css from './avatar.module.css'

/** External users receive only the name of an author. */
export type Person = Pick<UserRef, 'firstName' | 'lastName'> & Partial<UserRef>
export const isMasked = (user: Person) => Boolean(user.isSuspended && personalSettings()?.maskSuspendedUsers)
export const isPerson = (row: object): row is Person => 'firstName' in row && row.firstName !== undefined
export const userName = (user: Person) => (isMasked(user) ? 'Previous User' : fullName(user))

/** Returns one of 19 hues, the same for a user everywhere (reference spec 3.10). */
function avatarColor({ id, firstName }: { id?: string | number; firstName: string }) {
  const text = typeof id === 'number' ? `${id}${firstName}` : (id ?? firstName)
  return [...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 19
}

const ProductSymbol = () => (
  <svg className={css.symbol} viewBox="0 0 16 16" aria-hidden="true">
    <path d="M2 2.5h12M2 13.5h12" />
    <path d="M4 8h8" />
  </svg>
)

export function AvatarFace({ user, size }: { user: Person; size: number }) {
  // Rerenders when personal settings change.
  useSession()
  const masked = isMasked(user)
  const initials = masked ? 'NA' : `${user.firstName[0] ?? ''}${user.lastName[0] ?? ''}`.toUpperCase()
  const Badge = masked ? undefined : user.isSuspended ? IconBan : user.isExternalUser ? IconStarFilled : undefined
  const style = { '--hue': (avatarColor(user) * 360) / 19, width: size, height: size, fontSize: size < 22 ? 10 : 11 }
  return (
    <span className={css.avatar} data-masked={masked || undefined} style={style}>
      {masked && <ProductSymbol />}
      {user.avatarUrl && !masked ? <img src={user.avatarUrl} alt="" /> : initials}
      {Badge && <Badge className={css.badge} size={10} data-kind={user.isSuspended ? 'suspended' : 'external'} />}
    </span>
  )
}
