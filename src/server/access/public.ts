/** What other areas and the start may call. */
export { accessGroups, externalAccessGroups } from './access-groups.ts'
export { accessGroupMembersTable, accessGroupsTable } from './access-groups-tables.ts'
export { accessListRoutes, type PlainList, readPlainList } from './access-lists.ts'
export { accountOf, keepPersonalSettings, personalSettingsOf } from './account.ts'
export { makeFirstUser } from './first-start.ts'
export { usersTable } from './people-tables.ts'
export { actorOf, authenticator, forgetSessions, openSessions } from './sessions.ts'
