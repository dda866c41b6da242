import { Link } from '@tanstack/react-router'
import type { externalRoles, roles } from '../../model/access/roles.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { neededToGive, type Permission } from '../../model/permissions.ts'
import { FormPage, ListPage } from '../kit/pages.tsx'
import { can } from '../kit/request/can.ts'
import type { Search } from '../kit/request/filter-search.ts'
import { type SessionUser, session, storeSignIn } from '../kit/request/session.ts'
import { PermissionMatrix, permissionNames } from './permission-matrix.tsx'

type Roles = typeof roles | typeof externalRoles

interface Props {
  roles: Roles
  people: { path: string; holding(id: number): Search; permission: Permission }
}

/** The server enforces this; the UI only hides what it would reject. */
const mayGive = (name: Permission) => {
  const held: ReadonlySet<string> = session().held
  return held.has(neededToGive(name))
}

function roleLockReason(name: string, isBuiltIn: boolean, saved: Permission[]): string | undefined {
  if (isBuiltIn) return `${name} is built in: it always holds every permission.`
  return saved.every(mayGive) ? undefined : `${name} holds permissions that you do not hold, so you cannot change it.`
}

const formatUserCount = (usersCount: number) => formatCount(usersCount, 'user')

export function RoleList({ roles, people }: Props) {
  return (
    <ListPage
      resource={roles}
      columnWidths={{ description: 320 }}
      cells={{
        usersCount: (usersCount, { id }) =>
          usersCount > 0 && can(people.permission) ? (
            <Link to={people.path} search={people.holding(id)} className="dna-link" aria-label={formatUserCount(usersCount)}>
              {usersCount.toLocaleString('en-US')}
            </Link>
          ) : (
            usersCount
          ),
        isBuiltIn: (isBuiltIn) => (isBuiltIn ? 'Yes' : undefined),
      }}
    />
  )
}

export function RoleForm({ roles, people, allowed }: Props & { allowed: readonly Permission[] }) {
  return (
    <FormPage
      resource={roles}
      note={({ id, usersCount }) =>
        usersCount > 0 && can(people.permission) ? (
          <Link to={people.path} search={people.holding(id)} className="dna-link">
            {formatUserCount(usersCount)}
          </Link>
        ) : (
          formatUserCount(usersCount)
        )
      }
      sections={[
        ['Role', ['name', 'description']],
        ['', ['permissions']],
      ]}
      controls={{
        permissions: ({ value, onChange, row, readOnly }) => (
          <PermissionMatrix
            allowed={allowed}
            value={permissionNames(value)}
            saved={permissionNames(row?.permissions)}
            // Uses the response form, so that toggling twice counts as unchanged.
            onChange={(names) => onChange(names.map((name) => ({ name })))}
            mayGive={mayGive}
            lock={row && roleLockReason(row.name, row.isBuiltIn, permissionNames(row.permissions))}
            readOnly={readOnly}
          />
        ),
      }}
      removalImpact={({ name }) => `The role ${name} can no longer be assigned.`}
      onSaved={({ token, user }) => {
        // The user changed their own role: the response contains the new session, and the reload applies the new permissions.
        if (!token) return
        storeSignIn({ token, user: user as SessionUser })
        setTimeout(() => location.reload(), 50)
      }}
    />
  )
}
