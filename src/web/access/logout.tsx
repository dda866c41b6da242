import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { logout } from '../../model/access/account-calls.ts'
import { readSignOutAddress } from '../../model/access/single-sign-on.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { request } from '../kit/request/client.ts'
import { session, signOut, stopViewAs } from '../kit/request/session.ts'
import { clearQueue, isUnsent, listEntries } from '../site/public.tsx'
import css from './account.module.css'
import { AccountCard } from './account-form.tsx'

/** Entries written on site that are only on this device. */
const countUnsent = () =>
  listEntries().then(
    (entries) => entries.filter(isUnsent).length,
    () => 0,
  )

/** Signs out here and on the server; without a response, only here. Asks first if entries of the site have not been sent. */
export function LogoutPage() {
  const router = useRouter()
  const [unsent, setUnsent] = useState(0)
  const leave = useCallback(async () => {
    await clearQueue().catch(() => undefined)
    const end = () => {
      signOut()
      router.history.replace('/login')
    }
    // Leaving a view as another user signs out the real user.
    if (session().isView) stopViewAs()
    if (!session().user) return end()
    const address = await request(readSignOutAddress).then(
      (answer) => answer.address,
      () => null,
    )
    const go = () => {
      end()
      if (address) location.assign(address)
    }
    await request(logout).then(go, go)
  }, [router])
  useEffect(() => {
    void countUnsent().then((count) => (count === 0 ? leave() : setUnsent(count)))
  }, [leave])

  if (unsent > 0)
    return (
      <AccountCard title="Sign out?">
        <p className={css.text}>{formatCount(unsent, 'observation')} from site not sent yet. Signing out deletes them from this device.</p>
        <Button fullWidth onClick={() => router.history.back()}>
          Stay signed in
        </Button>
        <Button fullWidth variant="subtle" color="red" mt="xs" onClick={() => void leave()}>
          Sign out and delete
        </Button>
      </AccountCard>
    )
  return (
    <AccountCard title="Signing out">
      <p className={css.text}>One moment.</p>
    </AccountCard>
  )
}
