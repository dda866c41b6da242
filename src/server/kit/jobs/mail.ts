import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Settings } from '../../settings.ts'
import type { Context, Mail, Row } from '../request/context.ts'
import type { Job } from './jobs.ts'

/** Mails leave through SMTP, or become files in the outbox where none is configured. Sent by a job, so none is lost and none slows a request. */
export const mailJob = (settings: Settings): Job => ({
  name: 'mail',
  attempts: 5,
  async run(_, { input }) {
    await deliver(settings, input.mail)
  },
})

export const sendMail = (ctx: Context, mail: Mail) => ctx.enqueue({ name: 'mail' }, { mail })

async function deliver(settings: Settings, mail: Row) {
  const html = `<p>${escapeHtml(mail.text)
    .replace(/\n\n/g, '</p><p>')
    .replace(/\n/g, '<br>')
    .replace(/(https?:\/\/[^\s<]+)/g, '<a href="$1">$1</a>')}</p>`
  if (settings.smtpUrl) {
    const transport = createTransport({ url: settings.smtpUrl, connectionTimeout: 10_000, socketTimeout: 10_000 })
    await transport.sendMail({ from: settings.mailFrom, to: mail.to, subject: mail.subject, text: mail.text, html })
    return transport.close()
  }
  const id = randomUUID()
  const folder = join(settings.dataDir, 'outbox')
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}-${id}.json`)
  const file = await open(`${path}.part`, 'w')
  await file.writeFile(
    JSON.stringify(
      { id, to: mail.to, subject: mail.subject, text: mail.text, html, links: mail.links, createDate: new Date().toISOString() },
      null,
      2,
    ),
  )
  await file.sync()
  await file.close()
  await rename(`${path}.part`, path)
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
