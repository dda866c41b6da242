/** What other areas and the start may call. */
export { accountOf } from './account.ts'
export { makeFirstUser } from './first-start.ts'
export { authenticator, forgetSessions } from './sessions.ts'
