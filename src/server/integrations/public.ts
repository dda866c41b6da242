export type { Connection } from './connections.ts'
export { askedMail, mailServerOf } from './mail.ts'
export { asked, checkConfigured, readStatus } from './states.ts'
