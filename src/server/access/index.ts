import type { Area } from '../area.ts'
import { accessGroups, externalAccessGroups } from './access-groups.ts'
import { account, sendReset } from './account.ts'
import { externalUserRoutes, externalUsers } from './external-users.ts'
import { acceptingRoutes } from './invitation-accepting.ts'
import { invitationRoutes, invitations, removeOldInvitations } from './invitations.ts'
import { invitationStates } from './invitations-table.ts'
import { people, staffedTeams } from './people.ts'
import { externalRoles, permissionRoutes, roles } from './roles.ts'
import { removeOldSessions } from './sessions.ts'
import { teams } from './teams.ts'
import { userRoutes, users } from './users.ts'

export const area: Area = {
  entities: [roles, externalRoles, users, externalUsers, accessGroups, externalAccessGroups, invitations, teams],
  routes: [...account, ...permissionRoutes, ...userRoutes, ...externalUserRoutes, ...invitationRoutes, ...acceptingRoutes],
  jobs: [sendReset],
  views: { people, staffed_teams: staffedTeams, invitation_states: invitationStates },
  async cleaning(ctx) {
    await removeOldSessions(ctx)
    await removeOldInvitations(ctx)
  },
}
