import { useParams } from '@tanstack/react-router'
import { suspendExternalUser, unsuspendExternalUser } from '../../model/access/user-calls.ts'
import { externalUsers as of } from '../../model/access/users.ts'
import { FormPage, hidden, ListPage } from '../kit/pages.tsx'
import { userName } from '../kit/parts/avatar.tsx'
import { personCells, personControls } from './person-fields.tsx'
import { PersonState, SetPasswordLink } from './person-state.tsx'

export function ExternalUsersPage() {
  return <ListPage of={of} cells={personCells} empty="No external users yet. Make one, or send an invitation." />
}

export function ExternalUserPage() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      of={of}
      title={userName}
      state={(user) => <PersonState person={user} suspend={suspendExternalUser} unsuspend={unsuspendExternalUser} />}
      note={({ role }) => role.name}
      sections={[
        ['Profile', ['firstName', 'lastName', 'email', 'phone', 'jobTitle']],
        ['Access', ['roleId', 'password']],
      ]}
      controls={{ ...personControls(id === 'new'), avatarUrl: hidden }}
      goes={() => 'They are signed out and can never sign in again; their e-mail address becomes free.'}
    >
      {(user) => <SetPasswordLink person={user} />}
    </FormPage>
  )
}
