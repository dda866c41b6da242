import type { Area } from '../area.ts'
import { accessGroups, externalAccessGroups } from './access-groups.ts'
import { account, sendReset } from './account.ts'
import { externalUserRoutes, externalUsers } from './external-users.ts'
import { people, staffedTeams } from './people.ts'
import { externalRoles, permissionRoutes, roles } from './roles.ts'
import { removeOldSessions } from './sessions.ts'
import { teams } from './teams.ts'
import { userRoutes, users } from './users.ts'

export const area: Area = {
  entities: [roles, externalRoles, users, externalUsers, accessGroups, externalAccessGroups, teams],
  routes: [...account, ...permissionRoutes, ...userRoutes, ...externalUserRoutes],
  jobs: [sendReset],
  views: { people, staffed_teams: staffedTeams },
  cleaning: removeOldSessions,
}
