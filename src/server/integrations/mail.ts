import { type MailServer, mailTransport } from '../kit/jobs/mail.ts'
import type { Context, Services } from '../kit/request/context.ts'
import { notConfigured, upstream } from '../kit/request/errors.ts'
import { settingsOf } from '../settings/public.ts'
import type { Settings } from '../settings.ts'
import type { Connection } from './connections.ts'
import { callService, checkConfigured } from './states.ts'

export const loadMailServer = (ctx: Context) => settingsOf(ctx, 'mail.host', 'mail.port', 'mail.user', 'mail.password', 'mail.from')

function mailSecrets({ smtpUrl }: Settings, server: MailServer): string[] {
  const ofUrl = smtpUrl ? decodeURIComponent(new URL(smtpUrl).password) : ''
  return [ofUrl, String(server['mail.password'] ?? '')].filter((secret) => secret !== '')
}

/** Converts a mail server error into a refusal, like that of any other service. */
function mailErrorToHttp(error: unknown) {
  const readProperty = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined)
  const [code, status, answer] = [readProperty('code'), readProperty('responseCode'), readProperty('response')]
  if (code === 'EAUTH') return upstream('The mail server denied access.', typeof status === 'number' ? `Status ${status}` : '')
  if (code === 'ETIMEDOUT') return upstream('The mail server did not answer in time.', 'Timeout')
  if (typeof status === 'number')
    return upstream('The mail server did not accept this.', typeof answer === 'string' ? answer : `Status ${status}`)
  return upstream('The mail server cannot be reached.', typeof code === 'string' ? code : 'No connection')
}
const rejectAsHttpError = (error: unknown) => Promise.reject(mailErrorToHttp(error))

export const sendRecorded = <T>(services: Services, server: MailServer, request: () => Promise<T>): Promise<T> =>
  callService(services, 'mail', mailSecrets(services.settings, server), () => request().catch(rejectAsHttpError))

/** Signs in without sending a mail. Returns a sentence with the result. */
async function tryMail(settings: Settings, server: MailServer): Promise<string> {
  const transport = mailTransport(settings, server)
  if (!transport) throw notConfigured('Mail', ['mail.host'])
  await transport
    .verify()
    .catch(rejectAsHttpError)
    .finally(() => transport.close())
  return server['mail.user'] ? 'Signed in; e-mails can be sent.' : 'Connected; e-mails can be sent.'
}

export const mailConnection: Connection = {
  service: 'mail',
  async open(ctx) {
    await checkConfigured(ctx, 'mail')
    const { settings } = ctx.services
    const server = await loadMailServer(ctx)
    return { secrets: mailSecrets(settings, server), test: () => tryMail(settings, server) }
  },
}
