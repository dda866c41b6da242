import { Menu } from '@mantine/core'
import { confirm } from '../kit/form/dialogs.tsx'
import { IconBan, IconCircleCheck, IconLockOpen } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { userName } from '../kit/parts/small-parts.tsx'
import { StateButton, StatePill } from '../kit/parts/state-pill.tsx'
import { useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import type { AnyCall } from '../kit/request/client.ts'
import { session } from '../kit/request/session.ts'
import { LinkOnce } from './link-dialog.tsx'

interface Account {
  id: string | number
  firstName: string
  lastName: string
  isSuspended: boolean
}

interface PersonStateProps extends Record<'suspend' | 'unsuspend' | 'resetFactors', AnyCall> {
  person: Account
}

export function PersonState({ person, suspend, unsuspend, resetFactors }: PersonStateProps) {
  const { isSuspended } = person
  const move = isSuspended ? unsuspend : suspend
  const name = userName({ ...person, id: String(person.id), isSuspended: false })
  const { mutate, isPending } = useCall(move, {
    onDone: () => toast.success(isSuspended ? `${name} may sign in again.` : `${name} is suspended.`),
  })
  const reset = useCall(resetFactors, { onDone: () => toast.success(`${name} can set up new second factors after the next sign-in.`) })
  const state = { tone: isSuspended ? 'bad' : 'good', children: isSuspended ? 'Suspended' : 'Active' } as const
  if (!can(move.permission) && !can(resetFactors.permission)) return <StatePill {...state} />

  async function take() {
    const isSure = await confirm(
      isSuspended
        ? {
            title: `Lift the suspension of ${name}?`,
            text: 'They can sign in again with the password and role they had.',
            verb: 'Lift suspension',
          }
        : {
            title: `Suspend ${name}?`,
            text: 'They are signed out everywhere at once and cannot sign in. Offers waiting for them go back to draft. Everything they created is kept.',
            verb: 'Suspend',
            danger: true,
          },
    )
    if (isSure) mutate({ params: { id: person.id } })
  }
  async function removeFactors() {
    const isSure = await confirm({
      title: `Remove the second factors of ${name}?`,
      text: 'For a lost phone or key. They are signed out everywhere, receive an e-mail, and sign in with their password until they set up new ones.',
      verb: 'Remove',
      danger: true,
    })
    if (isSure) reset.mutate({ params: { id: person.id } })
  }
  const reason = person.id === session().user?.id ? 'You cannot suspend yourself' : undefined
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <StateButton {...state} disabled={isPending || reset.isPending} />
      </Menu.Target>
      <Menu.Dropdown>
        {can(move.permission) && (
          <Menu.Item
            leftSection={isSuspended ? <IconCircleCheck size={16} /> : <IconBan size={16} />}
            data-danger={(!isSuspended && !reason) || undefined}
            disabled={reason !== undefined}
            onClick={() => void take()}
          >
            {isSuspended ? 'Lift suspension' : 'Suspend'}
            {reason && <div className="dna-hint">{reason}</div>}
          </Menu.Item>
        )}
        {can(resetFactors.permission) && !reason && (
          <Menu.Item leftSection={<IconLockOpen size={16} />} data-danger onClick={() => void removeFactors()}>
            Remove second factors
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

export function SetPasswordLink({ person }: { person: Account & { email: string; setPasswordLink?: string } }) {
  return (
    <LinkOnce link={person.setPasswordLink} title={`${person.firstName} can set a password`}>
      With this link {person.email} can set a password and sign in. It works once, within the time the settings allow for an invitation, and
      is shown only now. If e-mail is set up, it has also been sent.
    </LinkOnce>
  )
}
