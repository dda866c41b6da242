import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { forgotPassword, resetPassword } from '../../model/access/account-calls.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { toast } from '../kit/look/toasts.tsx'
import { lazyPart } from '../kit/request/lazy-part.ts'
import { storeSignIn } from '../kit/request/session.ts'
import css from './account.module.css'
import { AccountCard, useAccountForm } from './account-form.tsx'
import { type Challenge, readChallenge } from './second-factor.ts'

const SecondFactorStep = lazyPart(() => import('./second-factor-step.tsx'))

export function ResetPasswordPage() {
  const { key }: { key?: string } = useSearch({ strict: false })
  return key ? <NewPassword resetKey={key} /> : <AskForLink />
}

function AskForLink() {
  const [isSent, setSent] = useState(false)
  const { form, field, isPending } = useAccountForm(forgotPassword, {
    initial: { email: '' },
    onDone: () => setSent(true),
  })
  if (isSent)
    return (
      <AccountCard title="Check your e-mail">
        <p className={css.text} role="status">
          If there is an account with this address, a link that sets a new password is on its way. It works for 60 minutes.
        </p>
        <p className={css.text}>
          <Link to="/login" className="dna-link">
            Back to sign in
          </Link>
        </p>
      </AccountCard>
    )
  return (
    <AccountCard title="Forgot your password?">
      <p className={css.text}>Enter your e-mail address to get a link that sets a new one.</p>
      <form {...form} className={`dna-fields ${css.form}`}>
        <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...field('email')} />
        <Button type="submit" size="md" fullWidth loading={isPending}>
          Send link
        </Button>
        <Link to="/login" className="dna-link">
          Back to sign in
        </Link>
      </form>
    </AccountCard>
  )
}

function NewPassword({ resetKey }: { resetKey: string }) {
  const router = useRouter()
  const [challenge, setChallenge] = useState<Challenge>()
  const { form, field, isPending } = useAccountForm(resetPassword, {
    initial: { password: '', confirmPassword: '' },
    extra: { key: resetKey },
    onDone: enter,
    // The new password is stored; only the sign-in goes on.
    onRefused(error) {
      const next = readChallenge(error)
      if (next) setChallenge(next)
      return next !== undefined
    },
  })
  function enter(answer: ResponseOf<typeof resetPassword>) {
    storeSignIn(answer)
    toast.success('Your password was changed.')
    router.history.replace('/dashboard')
  }
  const toggle = { 'aria-label': 'Show or hide the password' }
  if (challenge)
    return (
      <Suspense>
        <SecondFactorStep {...challenge} onDone={enter} onCancel={() => router.history.replace('/login')} />
      </Suspense>
    )
  return (
    <AccountCard title="Set a new password">
      <form {...form} className={`dna-fields ${css.form}`}>
        <PasswordInput
          label="New password"
          description="8 characters or more, with an uppercase and a lowercase letter, a digit and a special character"
          autoComplete="new-password"
          autoFocus
          visibilityToggleButtonProps={toggle}
          {...field('password')}
        />
        <PasswordInput
          label="Confirm password"
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
          {...field('confirmPassword')}
        />
        <Button type="submit" size="md" fullWidth loading={isPending}>
          Set password and sign in
        </Button>
      </form>
    </AccountCard>
  )
}
