import type { ComponentProps } from 'react'
import { AvatarFace, userName } from '../kit/parts/avatar.tsx'
import { useSession } from '../kit/request/session.ts'
import css from './layout.module.css'

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
