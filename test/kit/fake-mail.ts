import { onCleanup } from './ends.ts'
import { startMailServer } from './mail-server.ts'

/** A mail server for one test file. */
export async function startFakeMail(password?: string) {
  const server = await startMailServer(password)
  onCleanup(server.close)
  return server
}

/** The text of a mail as it is read: lines that were broken on the way are whole again. */
export const readMail = (mail: string) =>
  mail.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
