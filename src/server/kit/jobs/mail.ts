import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Settings } from '../../settings.ts'
import { readStoredFile } from '../files/files.ts'
import type { Context, Job, Mail, Services } from '../request/context.ts'

/**
 * Sends mails by SMTP, or writes them to the outbox folder without a mail server. Runs as a job, so no mail is lost and no request is
 * slowed.
 */
export const mailJob = (settings: Settings, serverOf: (ctx: Context) => Promise<MailServer>, callServer: Asking): Job<{ mail: Mail }> => ({
  name: 'mail',
  // Retries for some hours, so a mail server may be down for an evening.
  attempts: 14,
  async run({ read }, { input }) {
    const { attachment } = input.mail
    const { server, services, file } = await read(async (ctx) => ({
      server: await serverOf(ctx),
      services: ctx.services,
      file: attachment && (await readStoredFile(ctx, attachment.fileId)),
    }))
    const transport = mailTransport(settings, server)
    const attachments = file && attachment ? [{ filename: attachment.name, content: file.data, contentType: file.contentType }] : []
    if (!transport) return saveToOutbox(settings, input.mail, attachments)
    // Passes the address as an object: in plain text a comma would split it into two recipients.
    const message = {
      ...mailMessage(input.mail),
      attachments,
      to: { name: '', address: input.mail.to },
      from: String(server['mail.from'] ?? 'dna@localhost'),
    }
    await callServer(services, server, () => transport.sendMail(message).finally(() => transport.close()))
  },
})
/** Wraps a mail server call: records the outcome without secrets. */
type Asking = <T>(services: Services, server: MailServer, request: () => Promise<T>) => Promise<T>
/** Mail server from the app settings; environment variables take precedence. */
export type MailServer = Record<'mail.host' | 'mail.port' | 'mail.user' | 'mail.password' | 'mail.from', string | number | null>

const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 }

export function mailTransport({ smtpUrl }: Settings, server: MailServer) {
  if (smtpUrl) return createTransport({ url: smtpUrl, ...limits })
  const { 'mail.host': host, 'mail.user': user, 'mail.password': pass } = server
  if (!host) return undefined
  const port = Number(server['mail.port'] ?? 587)
  const auth = user ? { user: String(user), pass: String(pass ?? '') } : undefined
  return createTransport({ host: String(host), port, secure: port === 465, auth, ...limits })
}

function mailMessage(mail: Mail) {
  const html = `<p>${escapeHtml(mail.text)
    .replace(/\n\n/g, '</p><p>')
    .replace(/\n/g, '<br>')
    .replace(/(https?:\/\/[^\s<]+)/g, '<a href="$1">$1</a>')}</p>`
  return { to: mail.to, subject: mail.subject, text: mail.text, html }
}

async function saveToOutbox(
  settings: Settings,
  mail: Mail,
  attachments: readonly { filename: string; content: Buffer; contentType: string }[],
) {
  const id = randomUUID()
  const folder = join(settings.dataDir, 'outbox')
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${id}.json`)
  const file = await open(`${path}.part`, 'w')
  await file.writeFile(
    JSON.stringify(
      {
        id,
        ...mailMessage(mail),
        links: mail.links,
        attachments: attachments.map(({ content, ...file }) => ({ ...file, content: content.toString('base64') })),
        createDate: new Date().toISOString(),
      },
      null,
      2,
    ),
  )
  await file.sync()
  await file.close()
  await rename(`${path}.part`, path)
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!)
