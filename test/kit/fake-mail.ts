import { onCleanup } from './cleanup.ts'
import { startMailServer } from './mail-server.ts'

export async function startFakeMail(password?: string) {
  const server = await startMailServer(password)
  onCleanup(server.close)
  return server
}

/** Decodes quoted-printable text, including soft line breaks. */
export const readMail = (mail: string) =>
  mail.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
