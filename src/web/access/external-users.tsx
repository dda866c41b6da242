import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { invitations } from '../../model/access/invitations.ts'
import { resetExternalSecondFactors, suspendExternalUser, unsuspendExternalUser } from '../../model/access/user-calls.ts'
import { externalUsers } from '../../model/access/users.ts'
import { viewAs } from '../../model/access/view-as.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { IconEye, IconUserShare } from '../kit/look/icons.ts'
import { FormPage, hidden, ListPage } from '../kit/pages.tsx'
import { userName } from '../kit/parts/avatar.tsx'
import { useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { startViewAs } from '../kit/request/session.ts'
import { personCells, personControls, personWidths } from './person-fields.tsx'
import { PersonState, SetPasswordLink } from './person-state.tsx'

export function ExternalUsersPage() {
  return (
    <ListPage
      resource={externalUsers}
      cells={personCells}
      columnWidths={{ ...personWidths, company: 148 }}
      actions={
        can('Invitations.Create') && (
          <Button component={Link} to={`${invitations.route}/new`} variant="default" leftSection={<IconUserShare size={16} />}>
            Invite
          </Button>
        )
      }
      empty="No external users yet. Create one, or send an invitation."
    />
  )
}

export function ExternalUserPage() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      resource={externalUsers}
      title={userName}
      state={(user) => (
        <PersonState
          person={user}
          suspend={suspendExternalUser}
          unsuspend={unsuspendExternalUser}
          resetFactors={resetExternalSecondFactors}
        />
      )}
      note={({ role }) => role.name}
      sections={[
        ['Profile', ['firstName', 'lastName', 'email', 'phone', 'jobTitle']],
        ['Access', ['roleId', 'password']],
      ]}
      controls={{ ...personControls(id === 'new'), avatarUrl: hidden }}
      actions={(user) => !user.isSuspended && can(viewAs.permission) && <ViewAs id={user.id} />}
      aside={(user) => <Belongs user={user} />}
      removalImpact={() => 'They are signed out and can never sign in again; their e-mail address becomes free.'}
    >
      {(user) => <SetPasswordLink person={user} />}
    </FormPage>
  )
}

function ViewAs({ id }: { id: string }) {
  const { mutate, isPending } = useCall(viewAs, {
    onDone: (answer) => {
      startViewAs(answer)
      // A full page load discards data of the previous user.
      location.assign('/external-projects')
    },
  })
  return (
    <Button variant="default" leftSection={<IconEye size={16} />} loading={isPending} onClick={() => mutate({ params: { id } })}>
      View as
    </Button>
  )
}

function Belongs({ user: { company, externalAccessGroups, projects } }: { user: RowOf<typeof externalUsers> }) {
  return (
    <>
      <section aria-label="Company">
        <h2>Company</h2>
        <p>{company?.name ?? <span className="dna-muted">No contact has this e-mail address.</span>}</p>
      </section>
      <Names title="Access groups" hrefOf={(id) => `/external-access-groups/${id}`} items={externalAccessGroups} none="Not in any group." />
      <Names title="Projects" hrefOf={(id) => `/projects/${id}`} items={projects} none="No project you can see is open to them." />
    </>
  )
}

interface NamesProps {
  title: string
  hrefOf: (id: number) => string
  items: { id: number; name: string }[] | undefined
  none: string
}
function Names({ title, hrefOf, items, none }: NamesProps) {
  if (!items) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {items.length === 0 && <p className="dna-muted">{none}</p>}
      {items.map(({ id, name }) => (
        <p key={id}>
          <Link to={hrefOf(id)} className="dna-link">
            {name}
          </Link>
        </p>
      ))}
    </section>
  )
}
