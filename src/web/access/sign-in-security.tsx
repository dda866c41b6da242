import { Button, TextInput } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { listPasskeys, removePasskey } from '../../model/access/passkeys.ts'
import { confirmTotp, createRecoveryCodes, readSecondFactors, removeTotp, startTotp } from '../../model/access/second-factors.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { DateTime } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { confirm, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { showError } from '../kit/request/errors.ts'
import css from './account.module.css'
import { AccountCard, useAccountForm } from './account-form.tsx'

/** Second factors of the signed-in user. */
export function SignInSecurityPage() {
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1 className={css.title}>Sign-in security</h1>
      </div>
      <SecondFactors />
      <p className={css.text}>
        <Link to="/account/profile" className="dna-link">
          Password and sessions
        </Link>
      </p>
    </div>
  )
}

/** The firm requires a second factor that the user does not have; nothing else opens before. */
export function SecondFactorSetupPage() {
  const { data } = useRead(readSecondFactors, {}, { isQuiet: true })
  const router = useRouter()
  const hasFactor = data !== undefined && (data.hasTotp || data.passkeyCount > 0)
  return (
    <AccountCard title="Set up a second factor">
      <p className={css.text}>
        {data?.isRequired === false
          ? 'A second factor protects your account if someone learns your password.'
          : 'Your firm requires a second factor to sign in.'}
      </p>
      <SecondFactors isSetup />
      {(hasFactor || data?.isRequired === false) && (
        <Button fullWidth size="md" onClick={() => router.history.replace('/dashboard')}>
          Continue
        </Button>
      )}
    </AccountCard>
  )
}

/** `isSetup`: on the page before the app, which removes nothing. */
function SecondFactors({ isSetup = false }: { isSetup?: boolean }) {
  const { data, error, refetch } = useRead(readSecondFactors, {}, { isQuiet: true })
  if (error && !data) return <LoadError error={error} title="Second factors" onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={6} />
  return (
    <>
      <AuthenticatorApp hasTotp={data.hasTotp} isSetup={isSetup} />
      <Passkeys isSetup={isSetup} />
      {(data.hasTotp || data.passkeyCount > 0) && <RecoveryCodes count={data.recoveryCodeCount} />}
    </>
  )
}

const changes = [readSecondFactors, listPasskeys]

function AuthenticatorApp({ hasTotp, isSetup }: { hasTotp: boolean; isSetup: boolean }) {
  const [setup, setSetup] = useState<ResponseOf<typeof startTotp>>()
  const start = useCall(startTotp, { onDone: setSetup })
  const remove = useCall(removeTotp, { invalidates: changes, onDone: () => toast.success('The authenticator app was removed.') })
  async function confirmRemoval() {
    const isSure = await confirm({
      title: 'Remove the authenticator app?',
      text: 'Its codes stop working. Without another second factor, your password alone signs you in.',
      verb: 'Remove',
      danger: true,
    })
    if (isSure) remove.mutate({})
  }
  return (
    <section className={css.section} aria-label="Authenticator app">
      <h2>Authenticator app</h2>
      <p className={css.text}>
        {hasTotp
          ? 'Your app shows a new code every 30 seconds.'
          : 'An app on your phone shows a new code every 30 seconds, which you enter after your password.'}
      </p>
      {setup && !hasTotp ? (
        <ConfirmSetup setup={setup} onDone={() => setSetup(undefined)} />
      ) : (
        !(hasTotp && isSetup) && (
          <Button
            variant="default"
            mt="md"
            loading={start.isPending || remove.isPending}
            onClick={() => (hasTotp ? void confirmRemoval() : start.mutate({}))}
          >
            {hasTotp ? 'Remove' : 'Set up an app'}
          </Button>
        )
      )}
    </section>
  )
}

function ConfirmSetup({ setup, onDone }: { setup: ResponseOf<typeof startTotp>; onDone: () => void }) {
  const refresh = useRead(readSecondFactors)
  const { form, field, isPending } = useAccountForm(confirmTotp, {
    initial: { code: '' },
    async onDone() {
      await refresh.refetch()
      onDone()
      toast.success('The authenticator app is set up.')
    },
  })
  return (
    <form {...form} className={`dna-fields ${css.form}`}>
      <img className={css.qr} alt="QR code for your authenticator app" src={`data:image/svg+xml,${encodeURIComponent(setup.qrSvg)}`} />
      <TextInput
        label="Or enter this key"
        readOnly
        value={setup.secret.replace(/(.{4})/g, '$1 ').trim()}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <TextInput
        {...field('code')}
        label="Code"
        description="Six digits that the app shows now"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button type="submit" loading={isPending}>
        Confirm
      </Button>
    </form>
  )
}

function Passkeys({ isSetup }: { isSetup: boolean }) {
  const { data, error, refetch } = useRead(listPasskeys)
  const factors = useRead(readSecondFactors)
  const [isPending, setPending] = useState(false)
  const remove = useCall(removePasskey, { invalidates: changes, onDone: () => toast.success('The passkey was removed.') })
  async function add() {
    setPending(true)
    const { createPasskey, isCancelledByUser } = await import('./passkey-browser.ts')
    try {
      await createPasskey(null)
      await Promise.all([refetch(), factors.refetch()])
      toast.success('The passkey was added.')
    } catch (failure) {
      if (!isCancelledByUser(failure)) showError(failure)
    } finally {
      setPending(false)
    }
  }
  async function confirmRemoval(id: number, name: string) {
    const isSure = await confirm({
      title: `Remove ${name}?`,
      text: 'You can no longer sign in with it. It stays on the device until you delete it there.',
      verb: 'Remove',
      danger: true,
    })
    if (isSure) remove.mutate({ params: { id } })
  }
  const isPossible = window.PublicKeyCredential !== undefined
  return (
    <section className={css.section} aria-label="Passkeys">
      <h2>Passkeys</h2>
      <p className={css.text}>
        {isPossible
          ? 'A passkey signs you in with your fingerprint, your face, or the PIN of your device.'
          : 'This browser offers passkeys only over an encrypted connection.'}
      </p>
      {error && <p>Your passkeys could not be read. {error.message}</p>}
      {data?.items.map(({ id, name, createDate, lastUsedDate }) => (
        <p key={id} className={css.text}>
          {name}, added <DateTime value={createDate} />
          {lastUsedDate && (
            <>
              , last used <DateTime value={lastUsedDate} />
            </>
          )}{' '}
          {!isSetup && (
            <Button variant="subtle" color="gray" size="xs" aria-label={`Remove ${name}`} onClick={() => void confirmRemoval(id, name)}>
              Remove
            </Button>
          )}
        </p>
      ))}
      {isPossible && (
        <Button variant="default" mt="md" loading={isPending} onClick={() => void add()}>
          Add a passkey
        </Button>
      )}
    </section>
  )
}

function RecoveryCodes({ count }: { count: number }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const create = useCall(createRecoveryCodes, { invalidates: changes, onDone: (answer) => setCodes(answer.codes) })
  return (
    <section className={css.section} aria-label="Recovery codes">
      <h2>Recovery codes</h2>
      <p className={css.text}>
        {count === 0
          ? 'You have no recovery codes. With them you can sign in when you do not have your device.'
          : `${formatCount(count, 'code')} left. Each signs you in once when you do not have your device.`}
      </p>
      {codes && (
        <>
          <p className={css.text}>Save these codes now: they are shown only once.</p>
          <pre className={css.codes}>{codes.join('\n')}</pre>
        </>
      )}
      <Button variant="default" mt="md" loading={create.isPending} onClick={() => create.mutate({})}>
        {count === 0 ? 'Create recovery codes' : 'Replace recovery codes'}
      </Button>
    </section>
  )
}
