export type { Connection } from './connections.ts'
export { askedMail, mailServerOf } from './mail.ts'
export { callService as asked, checkConfigured, readStatus } from './states.ts'
