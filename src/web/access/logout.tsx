import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { logout } from '../../model/access/account-calls.ts'
import { request } from '../kit/request/client.ts'
import { session, signOut, stopViewAs } from '../kit/request/session.ts'
import css from './account.module.css'
import { AccountCard } from './account-form.tsx'

/** Ends the session here and on the server; without an answer it still ends here. */
export function LogoutPage() {
  const router = useRouter()
  useEffect(() => {
    const leave = () => {
      signOut()
      router.history.replace('/login')
    }
    // Who looks on as somebody else signs out themselves.
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
