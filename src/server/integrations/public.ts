export type { Connection } from './connections.ts'
export { loadMailServer as mailServerOf, sendRecorded as askedMail } from './mail.ts'
export { callService as asked, checkConfigured, readStatus } from './states.ts'
