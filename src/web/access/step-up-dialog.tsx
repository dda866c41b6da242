import { Button, Modal, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { readSecondFactors, stepUp } from '../../model/access/second-factors.ts'
import { DialogFoot } from '../kit/look/confirm.tsx'
import { useRead } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { useIdentityQuestion } from '../kit/request/step-up.ts'
import css from './account.module.css'
import { useAccountForm } from './account-form.tsx'

/** Mounted once in the app shell. Confirms the identity of the user, after which the refused request is repeated. */
export default function StepUpDialog() {
  const answer = useIdentityQuestion()
  return (
    <Modal zIndex={400} opened={answer !== undefined} onClose={() => answer?.(false)} title="Confirm it is you" size={440}>
      {answer && <Proof answer={answer} />}
    </Modal>
  )
}

function Proof({ answer }: { answer: (isConfirmed: boolean) => void }) {
  const { data } = useRead(readSecondFactors, {}, { staleTime: 0 })
  const [isPassword, setPassword] = useState(false)
  const [isPending, setPending] = useState(false)
  const name = isPassword || data?.hasTotp === false ? 'password' : 'code'
  async function confirmByPasskey() {
    setPending(true)
    const { askForPasskey, isCancelledByUser } = await import('./passkey-browser.ts')
    try {
      await request(stepUp, { body: { assertion: await askForPasskey() } })
      answer(true)
    } catch (error) {
      if (!isCancelledByUser(error)) showError(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      <p>This change needs your confirmation. It lasts for ten minutes.</p>
      {(data?.passkeyCount ?? 0) > 0 && (
        <Button variant="default" fullWidth mt="md" loading={isPending} onClick={() => void confirmByPasskey()}>
          Use a passkey
        </Button>
      )}
      {data && <ProofForm key={name} name={name} onDone={() => answer(true)} onCancel={() => answer(false)} />}
      {data?.hasTotp && (
        <p className={css.text}>
          <button type="button" className="dna-link" onClick={() => setPassword(!isPassword)}>
            {isPassword ? 'Use a code of your app' : 'Use your password'}
          </button>
        </p>
      )}
    </>
  )
}

function ProofForm({ name, onDone, onCancel }: { name: 'password' | 'code'; onDone: () => void; onCancel: () => void }) {
  const { form, field, isPending } = useAccountForm(stepUp, { initial: { [name]: '' }, onDone })
  return (
    <form {...form} className={`dna-fields ${css.form}`}>
      {name === 'code' ? (
        <TextInput
          {...field('code')}
          required
          label="Code"
          description="Six digits from your authenticator app"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
        />
      ) : (
        <PasswordInput
          {...field('password')}
          required
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          data-autofocus
        />
      )}
      <DialogFoot>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Confirm
        </Button>
      </DialogFoot>
    </form>
  )
}
