import { call, shape } from '../kit/call.ts'
import { formatDate } from '../kit/dates.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, date, group, instant, integer, optional, set, text } from '../kit/field.ts'
import { formatCount } from '../kit/plural.ts'
import { type BuiltInSetting, findBuiltInSetting } from '../settings/app-settings.ts'

interface Service {
  name: string
  section: string
  required: readonly BuiltInSetting[]
  /** Setting with the expiry date of its secret. */
  expires?: Extract<BuiltInSetting, `${string}Expires`>
  purpose: string
}
export const services = {
  jira: {
    name: 'Jira',
    section: 'integrations.jira',
    required: ['integrations.jira.baseUrl', 'integrations.jira.email', 'integrations.jira.apiToken', 'integrations.jira.leadAccountId'],
    expires: 'integrations.jira.apiTokenExpires',
    purpose: 'Projects get a project in Jira, or are linked to one.',
  },
  msTeams: {
    name: 'Microsoft Teams',
    section: 'integrations.msTeams',
    required: [
      'integrations.msTeams.tenantId',
      'integrations.msTeams.clientId',
      'integrations.msTeams.clientSecret',
      'integrations.msTeams.ownerUserId',
    ],
    expires: 'integrations.msTeams.clientSecretExpires',
    purpose: 'Projects get a team, or are linked to one.',
  },
  tempo: {
    name: 'Tempo',
    section: 'integrations.tempo',
    required: ['integrations.tempo.token'],
    expires: 'integrations.tempo.tokenExpires',
    purpose: 'Hours logged on linked Jira projects are read.',
  },
  hubspot: {
    name: 'HubSpot',
    section: 'integrations.hubspot',
    required: ['integrations.hubspot.accessToken'],
    expires: 'integrations.hubspot.accessTokenExpires',
    purpose: 'Companies are looked up when they are entered.',
  },
  wireCad: {
    name: 'WireCAD',
    section: 'integrations.wireCad',
    required: ['integrations.wireCad.baseUrl', 'integrations.wireCad.apiKey'],
    purpose: 'Lists of equipment are pulled from the bridge; files can be uploaded without one.',
  },
  mail: {
    name: 'Mail',
    section: 'mail',
    required: ['mail.host'],
    purpose: 'E-mails are sent through this server; without one they are kept in the outbox folder.',
  },
} as const satisfies Record<string, Service>
export type ServiceKey = keyof typeof services
export const isServiceKey = (key: string): key is ServiceKey => Object.hasOwn(services, key)
export const integratedService = (key: ServiceKey): Service => services[key]

export function settingWords(key: string): { name: string; more: string } {
  const summary = (findBuiltInSetting(key)?.description ?? key).replace(/^[^:;,]*: /, '')
  const name = summary.replace(/[;,].*/, '')
  const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  return { name: asSentence(name), more: asSentence(summary.slice(name.length).replace(/^[;,] /, '')) }
}

export function missingWords(missing: readonly string[]): string {
  const labels = missing.map((key) => {
    const { name } = settingWords(key)
    // Lower-cases the first letter for use in a sentence, except in acronyms such as API.
    return /^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1)
  })
  const last = labels.pop() ?? ''
  return labels.length > 0 ? `${labels.join(', ')} and ${last}` : last
}

const warnedDaysBefore = 30

const statusShape = {
  configured: boolean('Configured'),
  /** Names of settings without a value; never contains values. */
  missing: set('Missing settings', text('Name')),
  lastOk: optional(instant('Last success')),
  lastError: optional(text('Last error')),
  lastErrorDate: optional(instant('Last error on')),
  expires: optional(date('Secret ends')),
  /** Days until expiry; negative once expired. */
  expiresInDays: optional(integer('Days until the secret expires')),
}
export type ServiceStatus = ValuesOf<typeof statusShape>

export function endingWords(
  name: string,
  { expires, expiresInDays }: Pick<ServiceStatus, 'expires' | 'expiresInDays'>,
): string | undefined {
  if (expiresInDays === null || expiresInDays > warnedDaysBefore) return undefined
  const day = formatDate(expires)
  if (expiresInDays < 0) return `The secret of ${name} expired on ${day}. Enter a new one.`
  return `The secret of ${name} expires on ${day}${expiresInDays === 0 ? ', today' : `, in ${formatCount(expiresInDays, 'day')}`}. Enter a new one before then.`
}

export const readIntegrationStatus = call({
  method: 'GET',
  path: '/integrations/Status',
  permission: {
    any: [
      'JiraIntegration.View',
      'MSTeamsIntegration.View',
      'WireCadIntegrationRequests.View',
      'AppSettings.View',
      // Users who may create items there can see why it is not possible.
      'Projects.CreateJiraProject',
      'Projects.CreateMsTeam',
    ],
  },
  summary: 'Get the status of all integrations',
  response: shape({
    jira: group(services.jira.name, statusShape),
    msTeams: group(services.msTeams.name, statusShape),
    tempo: group(services.tempo.name, statusShape),
    hubspot: group(services.hubspot.name, statusShape),
    wireCad: group(services.wireCad.name, statusShape),
    mail: group(services.mail.name, statusShape),
  }),
})

export const testConnection = call({
  method: 'POST',
  path: '/integrations/:service/Test',
  params: { service: text('Integration', { min: 1, max: 40 }) },
  permission: 'AppSettings.Update',
  callsExternalService: true,
  summary: 'Test the connection to an integrated service',
  response: shape({ isGood: boolean('Works'), message: text('Result') }),
})
