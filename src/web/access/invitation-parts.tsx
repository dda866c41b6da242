import { Button, Menu } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { InvitationState } from '../../model/access/enums.ts'
import { invitationLink, invitations, inviteContact, resendInvitation, revokeInvitation } from '../../model/access/invitations.ts'
import { contacts } from '../../model/companies/contacts.ts'
import { fullName } from '../../model/kit/names.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import type { Section } from '../kit/form/controls.tsx'
import { hidden } from '../kit/form/controls.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import { IconBan, IconLink, IconRefresh, IconUserShare } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StatePill, StateText } from '../kit/parts/state-pill.tsx'
import { resourceCalls, useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { LinkDialog } from './link-dialog.tsx'

export type Invitation = RowOf<typeof invitations>

const { Pending, Expired } = InvitationState
const isOpenInvitation = ({ state }: Pick<Invitation, 'state'>) => state === Pending || state === Expired

export function InvitationStateText({ state }: { state: InvitationState }) {
  return <StateText tone={stateTone(InvitationState, state) ?? 'neutral'}>{InvitationState.label(state)}</StateText>
}
export function InvitationStatePill({ state, small }: { state: InvitationState; small?: boolean }) {
  return (
    <StatePill tone={stateTone(InvitationState, state) ?? 'neutral'} small={small}>
      {InvitationState.label(state)}
    </StatePill>
  )
}

export function useInvitationSteps() {
  const [shown, setShown] = useState<{ email: string; link: string }>()
  const { mutate: resend } = useCall(resendInvitation, {
    invalidates: [contacts],
    onDone({ email, link }) {
      toast.success(`The invitation to ${email} was sent again. The old link no longer works.`)
      if (link) setShown({ email, link })
    },
  })
  const { mutate: revoke } = useCall(revokeInvitation, {
    invalidates: [contacts],
    onDone: () => toast.success('The invitation was revoked.'),
  })
  const copy = ({ id, email }: Invitation) =>
    request(invitationLink, { params: { id } }).then(({ link }) => setShown({ email, link }), showError)
  async function askToRevoke({ id, email }: Invitation) {
    const isSure = await confirm({
      title: `Revoke the invitation to ${email}?`,
      text: 'Its link stops working at once. You can invite them again at any time.',
      verb: 'Revoke',
      danger: true,
    })
    if (isSure) revoke({ params: { id } })
  }
  const items = (invitation: Invitation) =>
    isOpenInvitation(invitation) && (
      <>
        {can(resendInvitation.permission) && (
          <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => resend({ params: { id: invitation.id } })}>
            Send again
          </Menu.Item>
        )}
        {can(invitationLink.permission) && invitation.state === Pending && (
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copy(invitation)}>
            Copy link
          </Menu.Item>
        )}
        {can(revokeInvitation.permission) && (
          <Menu.Item data-danger leftSection={<IconBan size={16} />} onClick={() => void askToRevoke(invitation)}>
            Revoke
          </Menu.Item>
        )}
      </>
    )
  const dialog = (
    <LinkDialog link={shown?.link} title={`Invitation for ${shown?.email ?? ''}`} onClose={() => setShown(undefined)}>
      Anyone with this link can accept on behalf of {shown?.email}. It works once.
    </LinkDialog>
  )
  return { items, dialog, resend: ({ id }: Invitation) => resend({ params: { id } }) }
}

function useInvited() {
  const [shown, setShown] = useState<Invitation>()
  function onDone(invitation: Invitation) {
    toast.success(`${invitation.email} was invited.`)
    if (invitation.link) setShown(invitation)
  }
  const link = (
    <LinkDialog link={shown?.link} title={`Invitation for ${shown?.email ?? ''}`} onClose={() => setShown(undefined)}>
      Email is not set up here, so pass this link on to {shown?.email}. It is shown only once and works only once.
    </LinkDialog>
  )
  return { onDone, link }
}

const dialog = { resource: invitations, verb: 'Send invitation', invalidates: [invitations, contacts] }
const access = ['Access', ['externalRoleId', 'externalAccessGroupIds', 'projectIds']] satisfies Section<typeof invitations.fields>
const message = ['Message', ['message']] satisfies Section<typeof invitations.fields>

export function InviteToProject({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false)
  const { onDone, link } = useInvited()
  const { create } = resourceCalls(invitations)
  if (!create || !can('Invitations.Create') || !can('ProjectExternalAccessList.Create')) return null
  return (
    <>
      <Button variant="default" size="compact-sm" leftSection={<IconUserShare size={14} />} onClick={() => setOpen(true)}>
        Invite someone
      </Button>
      <CallDialog
        {...dialog}
        call={create}
        controls={{ companyContactId: hidden }}
        start={{ projectIds: [id] }}
        sections={[['', ['email', 'firstName', 'lastName']], access, message]}
        title="Invite someone"
        opened={isOpen}
        onClose={() => setOpen(false)}
        onDone={onDone}
      />
      {link}
    </>
  )
}

interface Invitable {
  id: number
  firstName: string
  lastName: string
}
export function InviteContact({ contact, onClose }: { contact: Invitable | undefined; onClose: () => void }): ReactNode {
  const { onDone, link } = useInvited()
  return (
    <>
      <CallDialog
        {...dialog}
        call={inviteContact}
        params={{ id: contact?.id ?? 0 }}
        sections={[access, message]}
        title={contact ? `Invite ${fullName(contact)}` : ''}
        opened={contact !== undefined}
        onClose={onClose}
        onDone={onDone}
      />
      {link}
    </>
  )
}
