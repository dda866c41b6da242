import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { InvitationState } from '../../model/access/enums.ts'
import { invitations, resendInvitation } from '../../model/access/invitations.ts'
import { contacts } from '../../model/companies/contacts.ts'
import { fullName } from '../../model/kit/names.ts'
import { DateOnly } from '../kit/look/format.tsx'
import { IconInfoCircle, IconRefresh } from '../kit/look/icons.ts'
import { FormPage, hidden, ListPage, Output, Strip } from '../kit/pages.tsx'
import { invalidateEntity } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { type Invitation, InvitationStatePill, InvitationStateText, useInvitationSteps } from './invitation-parts.tsx'
import { LinkOnce } from './link-dialog.tsx'

const { Pending, Accepted, Expired } = InvitationState

export function InvitationsPage() {
  const { items, dialog } = useInvitationSteps()
  return (
    <>
      <ListPage
        resource={invitations}
        cells={{ state: (state: InvitationState) => <InvitationStateText state={state} />, sentDate: dayCell, expiresDate: dayCell }}
        columnWidths={{ sentDate: 104, expiresDate: 104, company: 176 }}
        rowMenu={items}
        empty="No one has been invited yet. People you invite choose a password and see what the invitation includes."
      />
      {dialog}
    </>
  )
}

export function InvitationPage() {
  const { items, dialog, resend } = useInvitationSteps()
  return (
    <>
      <FormPage
        resource={invitations}
        title={({ email }) => email}
        state={({ state }) => <InvitationStatePill state={state} />}
        note={({ company }) => company?.name}
        actions={(invitation) =>
          invitation.state === Expired &&
          can(resendInvitation.permission) && (
            <Button leftSection={<IconRefresh size={16} />} onClick={() => resend(invitation)}>
              Send again
            </Button>
          )
        }
        menu={items}
        strips={(invitation) => <Unsent invitation={invitation} />}
        lock={({ state }) => (state === Pending || state === Expired ? undefined : `This invitation was ${closedStateLabel(state)}.`)}
        sections={[
          ['Person', ['email', 'firstName', 'lastName']],
          ['Access', ['externalRoleId', 'externalAccessGroupIds', 'projectIds']],
          ['Message', ['message']],
        ]}
        controls={{ companyContactId: hidden }}
        onSaved={() => void invalidateEntity(contacts.entity)}
        aside={(invitation) => <Sent invitation={invitation} />}
      >
        {({ email, link }) => (
          <LinkOnce link={link} title={`Invitation for ${email}`}>
            Email is not set up here, so pass this link on to {email}. It is shown only once and works only once.
          </LinkOnce>
        )}
      </FormPage>
      {dialog}
    </>
  )
}

const closedStateLabel = (state: InvitationState) => (state === Accepted ? 'accepted' : 'revoked')

/** A changed address has not received the invitation yet. */
function Unsent({ invitation: { sentDate, state } }: { invitation: Invitation }) {
  if (sentDate || state !== Pending) return null
  return (
    <Strip tone="warning" icon={<IconInfoCircle size={16} />}>
      The address was changed, and the old link no longer works. Send the invitation again.
    </Strip>
  )
}

const dayCell = (instant: string | null) => <DateOnly value={instant} />

function Sent({ invitation }: { invitation: Invitation }) {
  const { sentDate, sendCount, expiresDate, acceptedDate, acceptedUserId, createdBy } = invitation
  return (
    <section aria-label="Sent">
      <h2>Sent</h2>
      <Output label="Invited by">{createdBy ? fullName(createdBy) : '–'}</Output>
      <Output label="Last sent">{dayCell(sentDate)}</Output>
      <Output label="Times sent">{sendCount}</Output>
      {acceptedDate ? <Output label="Accepted">{dayCell(acceptedDate)}</Output> : <Output label="Expires">{dayCell(expiresDate)}</Output>}
      {acceptedUserId && can('ExternalUsers.View') && (
        <Link to={`/external-users/${acceptedUserId}`} className="dna-link">
          Open the external user
        </Link>
      )}
    </section>
  )
}
