import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { environment } from '../../model/access/account-calls.ts'
import { InvitationState } from '../../model/access/enums.ts'
import { acceptInvitation, readInvitation } from '../../model/access/invitations.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { LoadError, Skeletons } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { CallError } from '../kit/request/client.ts'
import { storeSignIn } from '../kit/request/session.ts'
import css from './account.module.css'
import { AccountCard, useAccountForm } from './account-form.tsx'

const { Pending, Accepted, Expired } = InvitationState

export function AcceptInvitationPage() {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useRead(readInvitation, { params: { key: id } }, { isQuiet: true })
  if (data?.state === Pending) return <Accept invitationKey={id} invitation={data} />
  if (data) return <Over state={data.state} />
  if (error instanceof CallError && error.status === 404) return <Over />
  return (
    <AccountCard title="Invitation">
      {error ? <LoadError error={error} title="This invitation" onRetry={() => void refetch()} /> : <Skeletons rows={4} columns={1} />}
    </AccountCard>
  )
}

const why = (state?: InvitationState) => {
  if (state === Accepted) return 'This invitation has already been accepted. Sign in with the password you chose.'
  if (state === Expired) return 'This invitation has expired. Please ask for a new one.'
  return 'This invitation is no longer valid. It may have been sent again: the latest e-mail has the link that works.'
}

function Over({ state }: { state?: InvitationState }) {
  return (
    <AccountCard title="Invitation">
      <p className={css.text}>{why(state)}</p>
      <p className={css.text}>
        <Link to="/login" className="dna-link">
          Go to sign in
        </Link>
      </p>
    </AccountCard>
  )
}

interface AcceptProps {
  invitationKey: string
  invitation: ResponseOf<typeof readInvitation>
}
function Accept({ invitationKey, invitation }: AcceptProps) {
  const { email, inviter, company } = invitation
  const router = useRouter()
  const { data } = useRead(environment, {}, { isQuiet: true, staleTime: Number.POSITIVE_INFINITY })
  const { form, field, isPending } = useAccountForm(acceptInvitation, {
    fixedArgs: { params: { key: invitationKey } },
    initial: { firstName: invitation.firstName ?? '', lastName: invitation.lastName ?? '', password: '', confirmPassword: '' },
    onDone(answer) {
      storeSignIn(answer)
      router.history.replace('/dashboard')
    },
  })
  const toggle = { 'aria-label': 'Show or hide the password' }
  const firm = data?.companyName
  return (
    <AccountCard title="You are invited">
      <p className={css.text}>
        {inviter ? `${inviter}${firm ? ` of ${firm}` : ''} invites you` : 'You are invited'} to {data?.productName ?? 'DNA'}
        {company ? ` for ${company}` : ''}. You sign in as <strong>{email}</strong>.
      </p>
      <form {...form} className={`dna-fields ${css.form}`}>
        <TextInput label="First name" autoComplete="given-name" autoFocus {...field('firstName')} />
        <TextInput label="Last name" autoComplete="family-name" {...field('lastName')} />
        {/* Password managers store the password under this user name. */}
        <input type="hidden" name="username" autoComplete="username" value={email ?? ''} />
        <PasswordInput
          label="Password"
          description="8 characters or more, with an uppercase and a lowercase letter, a digit and a special character"
          autoComplete="new-password"
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
          Accept and sign in
        </Button>
      </form>
    </AccountCard>
  )
}
