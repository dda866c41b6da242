import type { ComponentProps } from 'react'
import { AvatarFace, userName } from './avatar.tsx'
import css from './layout.module.css'
import { useSession } from './session.ts'

/** The person's face; opens the menu of their account. */
export function UserButton({ className = '', ...props }: ComponentProps<'button'>) {
  const { user } = useSession()
  if (!user) return null
  return (
    <button
      type="button"
      className={`${css.me} ${className}`}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={`${userName(user)}, account menu`}
      {...props}
    >
      <AvatarFace user={user} size={28} />
    </button>
  )
}
