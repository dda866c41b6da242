import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { logout } from '../../model/access/account-calls.ts'
import { request } from '../kit/request/client.ts'
import { session, signOut, stopViewAs } from '../kit/request/session.ts'
import css from './account.module.css'
import { AccountCard } from './account-form.tsx'

/** Signs out here and on the server; without a response, only here. */
export function LogoutPage() {
  const router = useRouter()
  useEffect(() => {
    const leave = () => {
      signOut()
      router.history.replace('/login')
    }
    // Leaving a view as another user signs out the real user.
    if (session().isView) stopViewAs()
    if (session().user) request(logout).then(leave, leave)
    else leave()
  }, [router])

  return (
    <AccountCard title="Signing out">
      <p className={css.text}>One moment.</p>
    </AccountCard>
  )
}
