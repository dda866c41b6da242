import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { login } from '../../model/access/account-calls.ts'
import { lazyPart } from '../kit/request/lazy-part.ts'
import { internalAddress, type SignOutReason, storeSignIn, takeReturnAddress, useSession } from '../kit/request/session.ts'
import css from './account.module.css'
import { AccountCard, Banner, useAccountForm } from './account-form.tsx'
import { type Challenge, readChallenge } from './second-factor.ts'

const OtherSignIns = lazyPart(() => import('./other-sign-ins.tsx'))
const SecondFactorStep = lazyPart(() => import('./second-factor-step.tsx'))

const banners: Record<SignOutReason, string> = {
  'permissions-updated': 'Your permissions were updated, please sign in again.',
  'token-expired': 'Your session has expired, please sign in again.',
}

export function LoginPage() {
  const search: { r?: string; redirect?: string; code?: string; sso?: string } = useSearch({ strict: false })
  const router = useRouter()
  const { user } = useSession()
  const banner = banners[search.r as SignOutReason]
  const [challenge, setChallenge] = useState<Challenge>()
  const { form, field, isPending } = useAccountForm(login, {
    initial: { email: '', password: '' },
    onDone: storeSignIn,
    onRefused(error) {
      const next = readChallenge(error)
      if (next) setChallenge(next)
      return next !== undefined
    },
  })

  // Also after signing in from another tab.
  useEffect(() => {
    if (!user) return
    router.history.replace(internalAddress(search.redirect) ?? internalAddress(takeReturnAddress(user.id)) ?? '/dashboard')
  }, [user, router, search.redirect])

  if (challenge)
    return (
      <Suspense>
        <SecondFactorStep {...challenge} onDone={storeSignIn} onCancel={() => setChallenge(undefined)} />
      </Suspense>
    )
  return (
    <AccountCard title="Sign in">
      {banner && <Banner>{banner}</Banner>}
      <form {...form} className={`dna-fields ${css.form}`}>
        <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...field('email')} />
        <div className={css.withLink}>
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
            {...field('password')}
          />
          <Link to="/account/reset-password" className="dna-link">
            Forgot password?
          </Link>
        </div>
        <Button type="submit" size="md" fullWidth loading={isPending}>
          Sign in
        </Button>
      </form>
      <Suspense>
        <OtherSignIns code={search.code} problem={search.sso} returnTo={internalAddress(search.redirect)} />
      </Suspense>
    </AccountCard>
  )
}
