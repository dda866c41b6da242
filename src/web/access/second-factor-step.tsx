import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { signInWithSecondFactor } from '../../model/access/second-factors.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import css from './account.module.css'
import { AccountCard, useAccountForm } from './account-form.tsx'
import type { Challenge } from './second-factor.ts'

interface StepProps extends Challenge {
  onDone: (answer: ResponseOf<typeof signInWithSecondFactor>) => unknown
  onCancel: () => void
}

/** Second step of a sign-in: a code, a passkey, or a recovery code. */
export default function SecondFactorStep({ challenge, methods, onDone, onCancel }: StepProps) {
  const hasTotp = methods.includes('totp')
  const hasRecovery = methods.includes('recoveryCode')
  const [isRecovery, setRecovery] = useState(false)
  const key = isRecovery || (!hasTotp && hasRecovery) ? 'recoveryCode' : 'code'
  return (
    <AccountCard title="Confirm it is you">
      {methods.includes('passkey') && <PasskeyButton {...{ challenge, onDone }} />}
      {(hasTotp || hasRecovery) && <CodeForm key={key} {...{ challenge, onDone }} name={key} />}
      <p className={css.text}>
        {hasTotp && hasRecovery && (
          <button type="button" className="dna-link" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? 'Use a code of your app' : 'Use a recovery code'}
          </button>
        )}{' '}
        <button type="button" className="dna-link" onClick={onCancel}>
          Back to sign in
        </button>
      </p>
    </AccountCard>
  )
}

function CodeForm({ challenge, onDone, name }: Pick<StepProps, 'challenge' | 'onDone'> & { name: 'code' | 'recoveryCode' }) {
  const { form, field, isPending } = useAccountForm(signInWithSecondFactor, { initial: { [name]: '' }, extra: { challenge }, onDone })
  const isCode = name === 'code'
  return (
    <form {...form} className={`dna-fields ${css.form}`}>
      <TextInput
        {...field(name)}
        required
        label={isCode ? 'Code' : 'Recovery code'}
        description={isCode ? 'Six digits from your authenticator app' : 'One of the ten codes that you saved; each works once'}
        inputMode={isCode ? 'numeric' : 'text'}
        autoComplete={isCode ? 'one-time-code' : 'off'}
        autoFocus
      />
      <Button type="submit" size="md" fullWidth loading={isPending}>
        Sign in
      </Button>
    </form>
  )
}

function PasskeyButton({ challenge, onDone }: Pick<StepProps, 'challenge' | 'onDone'>) {
  const [isPending, setPending] = useState(false)
  async function confirmByPasskey() {
    setPending(true)
    const { askForPasskey, isCancelledByUser } = await import('./passkey-browser.ts')
    try {
      const assertion = await askForPasskey(challenge)
      await onDone(await request(signInWithSecondFactor, { body: { challenge, assertion } }))
    } catch (error) {
      if (!isCancelledByUser(error)) showError(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button size="md" fullWidth mt="md" variant="default" loading={isPending} onClick={() => void confirmByPasskey()}>
      Use a passkey
    </Button>
  )
}
