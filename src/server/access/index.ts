import type { Area } from '../area.ts'
import { accessGroups, externalAccessGroups } from './access-groups.ts'
import { account, sendReset } from './account.ts'
import { apiTokenRoutes } from './api-tokens.ts'
import { calendarAddressRoutes } from './calendar-address.ts'
import { foundByContactSql } from './companies-of-people.ts'
import { externalUserRoutes, externalUsers } from './external-users.ts'
import { acceptingRoutes } from './invitation-accepting.ts'
import { invitationRoutes, invitations, removeOldInvitations } from './invitations.ts'
import { invitationStates } from './invitations-table.ts'
import { passkeyRoutes } from './passkeys.ts'
import { groupMembers, people, staffedTeams } from './people.ts'
import { externalRoles, permissionRoutes, roles } from './roles.ts'
import { secondFactorRoutes } from './second-factors.ts'
import { removeOldSecurityEntries, securityEvents } from './security-log.ts'
import { removeOldSessions } from './sessions.ts'
import { singleSignOnRoutes } from './single-sign-on.ts'
import { teams } from './teams.ts'
import { userRoutes, users } from './users.ts'
import { viewAsRoutes } from './view-as.ts'

export const area: Area = {
  entities: [roles, externalRoles, users, externalUsers, accessGroups, externalAccessGroups, invitations, teams],
  routes: [
    ...account,
    ...secondFactorRoutes,
    ...passkeyRoutes,
    ...singleSignOnRoutes,
    ...apiTokenRoutes,
    ...calendarAddressRoutes,
    ...permissionRoutes,
    ...userRoutes,
    ...externalUserRoutes,
    ...invitationRoutes,
    ...acceptingRoutes,
    ...viewAsRoutes,
  ],
  jobs: [sendReset],
  views: {
    people,
    staffed_teams: staffedTeams,
    invitation_states: invitationStates,
    group_members: groupMembers,
    security_events: securityEvents,
  },
  program: [foundByContactSql],
  async cleaning(ctx) {
    await removeOldSessions(ctx)
    await removeOldInvitations(ctx)
    await removeOldSecurityEntries(ctx)
  },
}
