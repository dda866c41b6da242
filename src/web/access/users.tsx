import { useParams } from '@tanstack/react-router'
import { resetSecondFactors, suspendUser, unsuspendUser } from '../../model/access/user-calls.ts'
import { users } from '../../model/access/users.ts'
import { UserRates } from '../contracts/public.tsx'
import { ActivityPanel, FormPage, ListPage } from '../kit/pages.tsx'
import { userName } from '../kit/parts/avatar.tsx'
import { can } from '../kit/request/can.ts'
import { personTabs } from '../planning/public.tsx'
import { TokensOfUser } from './api-tokens.tsx'
import { LaborCode, LaborTypeControl } from './labor-type.tsx'
import { personCells, personControls, personWidths } from './person-fields.tsx'
import { PersonState, SetPasswordLink } from './person-state.tsx'

export function UsersPage() {
  return (
    <ListPage
      resource={users}
      cells={{ ...personCells, defaultLaborType: (type) => type && <LaborCode value={type} /> }}
      columnWidths={personWidths}
    />
  )
}

export function UserPage() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      resource={users}
      title={userName}
      state={(user) => <PersonState person={user} suspend={suspendUser} unsuspend={unsuspendUser} resetFactors={resetSecondFactors} />}
      note={({ role }) => role.name}
      tabs={personTabs}
      sections={[
        ['Profile', ['firstName', 'lastName', 'email', 'phone', 'jobTitle', 'avatarUrl']],
        ['Access', ['roleId', 'password']],
        ['Planning', ['defaultLaborType', 'weeklyCapacityHours', 'jiraAccountId']],
      ]}
      controls={{ ...personControls(id === 'new'), defaultLaborType: LaborTypeControl }}
    >
      {(user) => (
        <>
          <SetPasswordLink person={user} />
          {can('DNAUsers.ViewDefaultLaborRates') && <UserRates id={user.id} />}
          {can('DNAUsers.Update') && <TokensOfUser id={user.id} />}
          <ActivityPanel resource={users} id={user.id} />
        </>
      )}
    </FormPage>
  )
}
