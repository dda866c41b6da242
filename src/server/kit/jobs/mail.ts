import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Settings } from '../../settings.ts'
import type { Context, Job, Mail, Services } from '../request/context.ts'

/** Mails leave through SMTP, or become files in the outbox where none is configured. Sent by a job, so none is lost and none slows a request. */
export const mailJob = (settings: Settings, serverOf: (ctx: Context) => Promise<MailServer>, asked: Asking): Job<{ mail: Mail }> => ({
  name: 'mail',
  // Some hours, so that a mail server may be away for an evening.
  attempts: 14,
  async run({ read }, { input }) {
    const { server, services } = await read(async (ctx) => ({ server: await serverOf(ctx), services: ctx.services }))
    const transport = mailTransport(settings, server)
    if (!transport) return keep(settings, input.mail)
    // One address, whatever is in it: in a text a comma would make two, and the second may be somebody else's.
    const words = { ...wordsOf(input.mail), to: { name: '', address: input.mail.to }, from: String(server['mail.from'] ?? 'dna@localhost') }
    await asked(services, server, () => transport.sendMail(words).finally(() => transport.close()))
  },
})
/** How the mail server is asked: what it answers is kept in mind, without what it was told in confidence. */
type Asking = <T>(services: Services, server: MailServer, ask: () => Promise<T>) => Promise<T>
/** Where mails leave, as the settings of the firm say it; the environment has said so already. */
export type MailServer = Record<'mail.host' | 'mail.port' | 'mail.user' | 'mail.password' | 'mail.from', string | number | null>

const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 }

/** The connection to it; none where no server is known. */
export function mailTransport({ smtpUrl }: Settings, server: MailServer) {
  if (smtpUrl) return createTransport({ url: smtpUrl, ...limits })
  const { 'mail.host': host, 'mail.user': user, 'mail.password': pass } = server
  if (!host) return undefined
  const port = Number(server['mail.port'] ?? 587)
  const auth = user ? { user: String(user), pass: String(pass ?? '') } : undefined
  return createTransport({ host: String(host), port, secure: port === 465, auth, ...limits })
}

function wordsOf(mail: Mail) {
  const html = `<p>${escapeHtml(mail.text)
    .replace(/\n\n/g, '</p><p>')
    .replace(/\n/g, '<br>')
    .replace(/(https?:\/\/[^\s<]+)/g, '<a href="$1">$1</a>')}</p>`
  return { to: mail.to, subject: mail.subject, text: mail.text, html }
}

/** Without a mail server: a file in the outbox. */
async function keep(settings: Settings, mail: Mail) {
  const id = randomUUID()
  const folder = join(settings.dataDir, 'outbox')
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${id}.json`)
  const file = await open(`${path}.part`, 'w')
  await file.writeFile(JSON.stringify({ id, ...wordsOf(mail), links: mail.links, createDate: new Date().toISOString() }, null, 2))
  await file.sync()
  await file.close()
  await rename(`${path}.part`, path)
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
