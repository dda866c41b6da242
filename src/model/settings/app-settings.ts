import { call, mergePatch, nothing, row } from '../kit/call.ts'
import { isCalendarDate } from '../kit/dates.ts'
import { boolean, choice, defaulted, integer, json, optional, pattern, text } from '../kit/field.ts'
import { round } from '../kit/money.ts'
import { resource } from '../kit/resource.ts'
import { isEmail, messages } from '../kit/rules.ts'
import { SettingValueType } from './enums.ts'

export type SettingValue = string | number | boolean | null | object

const settingKeyField = () =>
  pattern('Key', /^[A-Za-z][A-Za-z0-9]*(\.[A-Za-z][A-Za-z0-9]*)+$/, 'Only a section and a name are valid, as in reports.footer', {
    min: 3,
    max: 100,
  })

/** Settings of the app. Built-in ones control its behavior; others are notes for integrations. */
export const appSettings = resource({
  path: 'appSettings',
  route: '/app-settings',
  names: { one: 'Setting', many: 'Settings' },
  permission: 'AppSettings',
  fields: {
    key: settingKeyField(),
    valueType: defaulted(choice('Type', SettingValueType), SettingValueType.Text),
    /** Typed value; null for a secret, which is write-only. */
    value: json<SettingValue>('Value'),
    description: optional(text('Description', { max: 500 })),
  },
  computed: {
    section: text('Section'),
    isBuiltIn: boolean('Built in'),
    hasValue: boolean('Has a value'),
    /** Set by an environment variable, which takes precedence and cannot be edited here. */
    isFromEnvironment: boolean('From the environment'),
  },
  list: {
    columns: ['key', 'value', 'description', 'updateDate', 'updatedBy'],
    optionalColumns: ['section', 'valueType', 'isBuiltIn', 'hasValue', 'isFromEnvironment', 'createDate', 'createdBy'],
    search: ['key', 'description'],
    sort: ['section', 'key'],
  },
  title: 'key',
  ref: ['key'],
})

const keyParams = { id: text('Key or id', { min: 1, max: 100 }) }
/** Accepts a key, as in `appSettings/general.supportEmail`, or an id. */
export const saveSetting = mergePatch({
  path: '/appSettings/:id',
  params: keyParams,
  permission: 'AppSettings.Update',
  summary: 'Update a setting',
  body: {
    key: appSettings.fields.key,
    valueType: choice('Type', SettingValueType),
    value: appSettings.fields.value,
    description: appSettings.fields.description,
    rowVersion: optional(integer('Row version', { min: 1 })),
  },
  response: row(appSettings),
})
export const removeSetting = call({
  method: 'DELETE',
  path: '/appSettings/:id',
  params: keyParams,
  permission: 'AppSettings.Delete',
  summary: 'Delete a setting, or reset a built-in one to its default',
  response: nothing,
})

interface BuiltIn<V extends SettingValue = SettingValue> {
  /** Name of the setting on pages; programs use its key. */
  label: string
  type: SettingValueType
  start: V
  description: string
  min?: number
  max?: number
  places?: number
  unit?: string
  whenEmpty?: string
  isLong?: boolean
  isRequired?: boolean
}
const textSetting = (label: string, start: string | null, description: string): BuiltIn<string | null> => ({
  label,
  type: 'text',
  start,
  description,
})
const long = (label: string, description: string, start: string | null = null): BuiltIn<string | null> => ({
  label,
  type: 'text',
  start,
  description,
  isLong: true,
})
const template = (label: string, description: string) =>
  textSetting(label, null, `${description}: a shared asset of the category Document template`)
const secret = (label: string, description: string): BuiltIn<string | null> => ({ label, type: 'secret', start: null, description })
const countSetting = (label: string, start: number, max: number, description: string, unit?: string): BuiltIn<number> => ({
  label,
  type: 'number',
  start,
  min: 1,
  max,
  description,
  isRequired: true,
  unit,
})

const yesNo = (label: string, start: boolean, description: string): BuiltIn<boolean> => ({
  label,
  type: 'bool',
  start,
  description,
  isRequired: true,
})
const jsonSetting = <V extends object>(label: string, start: V, description: string): BuiltIn<V> => ({
  label,
  type: 'json',
  start,
  description,
  isRequired: true,
})
const defaultRole: number | null = null

/** Maximum cable length, in meters as in cable standards; empty disables the warning. */
const cableLengthSetting = (label: string, start: number, description: string): BuiltIn => ({
  label,
  type: 'number',
  start,
  min: 0.1,
  max: 100_000,
  places: 2,
  unit: 'm',
  whenEmpty: 'no warning',
  description,
})

export const builtInSettings = {
  'general.productName': { ...textSetting('Product name', 'DNA', 'Name in the side menu and in the titles of pages'), isRequired: true },
  'general.companyName': textSetting('Firm name', null, 'Name of the firm, as it appears on documents'),
  'general.logoFileId': textSetting('Logo', null, 'Picture beside the product name: a shared asset of the category Logo'),
  'general.supportEmail': textSetting('Support address', null, 'Support address for people who cannot sign in'),
  'general.testingNotice': long(
    'Testing notice',
    'Shown once per session on every site that is not live',
    'This is a testing site. What you enter here may be changed or removed at any time.',
  ),
  'reports.priceDays': countSetting('Prices are old after', 365, 3650, 'Days after which a price is named before a report is sent', 'days'),
  'general.timeZone': {
    ...textSetting('Time zone', 'America/New_York', 'Time zone of the firm, in which deadlines are shown, such as America/New_York'),
    isRequired: true,
  },
  'bids.outlierPercent': countSetting('Outlier of bids', 25, 1000, 'Bid prices further than this from the median are marked', '%'),
  'reports.opcDisclaimer': long('Disclaimer of the opinion of probable cost', 'Disclaimer below every opinion of probable cost'),
  'reports.binGeneral': long('General requirements of the BIN', 'General requirements of the building infrastructure narrative (BIN)'),
  'proposal.av': long('Audio-visual design', 'Proposal: audio-visual design'),
  'proposal.telecom': long('Telecommunications design', 'Proposal: telecommunications design'),
  'proposal.meta': long('Umbrella introduction', 'Proposal: introduction of the umbrella proposal (Meta)'),
  'proposal.combined': long('Combined design', 'Proposal: combined design'),
  'proposal.sow': long('Scope of work', 'Proposal: scope of work'),
  'proposal.terms': long('Terms', 'Proposal: terms'),
  'reports.binTemplateFileId': template('BIN template', 'Word template of the building infrastructure narrative (BIN)'),
  'proposal.avTemplateFileId': template('AV template', 'Word template of proposals: AV'),
  'proposal.telecomTemplateFileId': template('Telecom template', 'Word template of proposals: Telecom'),
  'proposal.metaTemplateFileId': template('Meta template', 'Word template of proposals: Meta'),
  'proposal.feeTablesTemplateFileId': template('Fee Tables template', 'Word template of proposals: Fee Tables'),
  'proposal.combinedTemplateFileId': template('Combined template', 'Word template of proposals: Combined'),
  'proposal.sowTemplateFileId': template('Revit families template', 'Word template of proposals: Revit families'),
  'cables.hdmi1080p8BitM': cableLengthSetting('HDMI 1080p, 8-bit', 15, 'HDMI 1080p 8-bit over copper'),
  'cables.hdmi1080p12BitM': cableLengthSetting('HDMI 1080p, 12-bit', 10, 'HDMI 1080p 12-bit over copper'),
  'cables.hdmi4K30M': cableLengthSetting('HDMI 4K30', 5, 'HDMI 4K30 over copper'),
  'cables.hdmi4K60M': cableLengthSetting('HDMI 4K60', 3, 'HDMI 4K60 over copper'),
  'cables.hdBaseTCat6M': cableLengthSetting('HDBaseT on Cat5e or Cat6', 70, 'HDBaseT 4K over Cat5e or Cat6'),
  'cables.hdBaseTCat6AM': cableLengthSetting('HDBaseT on Cat6A or Cat7', 100, 'HDBaseT 4K over Cat6A or Cat7'),
  'cables.sdi3GM': cableLengthSetting('3G-SDI', 70, '3G-SDI over RG-6'),
  'cables.hdSdiM': cableLengthSetting('HD-SDI', 100, 'HD-SDI over RG-6'),
  'cables.sdSdiM': cableLengthSetting('SD-SDI', 300, 'SD-SDI over RG-6'),
  'cables.ethernetM': cableLengthSetting('Ethernet and Dante', 100, 'Ethernet or Dante over copper'),
  'cables.displayPortM': cableLengthSetting('DisplayPort', 10, 'DisplayPort over copper'),
  'cables.dviM': cableLengthSetting('DVI', 5, 'DVI over copper'),
  'cables.usb2M': cableLengthSetting('USB 2.0', 5, 'USB 2.0 over copper'),
  'cables.usb3M': cableLengthSetting('USB 3.0', 4, 'USB 3.0 over copper'),
  'cables.rs232M': cableLengthSetting('RS-232', 15, 'RS-232 at 19.2 kbaud'),
  'links.tempoDomain': { ...textSetting('Tempo domain', 'tempo.io', 'Domain that links to logged hours may point to'), isRequired: true },
  'security.sessionHours': countSetting('Session ends when idle', 12, 168, 'Hours of inactivity after which a session ends', 'hours'),
  'security.sessionMaxDays': countSetting('Session ends at the latest', 7, 90, 'Days after which a session ends in any case', 'days'),
  'security.invitationDays': countSetting('Invitation expires', 14, 90, 'Days for which an invitation can be accepted', 'days'),
  'security.logDays': countSetting('Security log', 365, 3650, 'Days for which the security log is kept', 'days'),
  'identity.secondFactor.requiredFor': {
    ...textSetting('Second factor required for', 'none', 'People who must set up a second factor: none, staff, or everybody'),
    isRequired: true,
  },
  'identity.newDeviceMail': yesNo(
    'Mail on a new device',
    false,
    'E-mail to people who sign in from a browser that they have not used before',
  ),
  'identity.oidc.issuer': textSetting(
    'Provider address',
    null,
    'Address of the OpenID Connect provider, such as https://login.example.com',
  ),
  'identity.oidc.clientId': textSetting('Client id', null, 'Id of this product at the provider'),
  'identity.oidc.clientSecret': secret('Client secret', 'Secret of this product at the provider; stored encrypted'),
  'identity.oidc.allowedDomains': jsonSetting<readonly string[]>(
    'Allowed domains',
    [],
    'List of e-mail domains that may sign in; an empty list allows every domain',
  ),
  'identity.oidc.groupClaim': {
    ...textSetting('Group claim', 'groups', 'Claim of the provider that lists the groups of a person'),
    isRequired: true,
  },
  'identity.oidc.groupRoles': jsonSetting<Readonly<Record<string, number>>>(
    'Roles of groups',
    {},
    'Role id of each group; the first group of a person decides',
  ),
  'identity.oidc.defaultRole': {
    label: 'Default role',
    type: 'number',
    start: defaultRole,
    min: 1,
    max: 1_000_000_000,
    description: 'Role id of new people without a group; empty refuses people without an account',
  },
  'identity.oidc.isRequiredForStaff': yesNo(
    'Required for staff',
    false,
    'Staff sign in at the provider only; administrators keep their password',
  ),
  'site.reviewWorkingDays': countSetting(
    'Review of submittals',
    10,
    365,
    'Working days for the review of a submittal; the day of receipt does not count',
    'days',
  ),
  'retention.downloadDays': countSetting('Generated files', 30, 3650, 'Days for which generated files are kept', 'days'),
  'retention.auditYears': countSetting('Audit log', 3, 100, 'Years for which the audit log is kept', 'years'),
  'integrations.hubspot.baseUrl': textSetting('HubSpot address', 'https://api.hubapi.com', 'HubSpot: address of its API'),
  'integrations.hubspot.companiesPath': textSetting(
    'HubSpot company path',
    '/crm/objects/2026-09/companies',
    'HubSpot: path of the companies',
  ),
  'integrations.hubspot.accessToken': secret('HubSpot service key', 'HubSpot: service key; without it HubSpot is not used'),
  'integrations.hubspot.accessTokenExpires': textSetting(
    'HubSpot service key expires',
    null,
    'HubSpot: date the service key expires, if it does, such as 2027-01-31',
  ),
  'integrations.jira.baseUrl': textSetting('Jira address', null, 'Jira: address of the site, or of the gateway with the cloud id'),
  'integrations.jira.email': textSetting('Jira account', null, 'Jira: e-mail address of the account'),
  'integrations.jira.apiToken': secret('Jira API token', 'Jira: API token of the account'),
  'integrations.jira.apiTokenExpires': textSetting('Jira API token expires', null, 'Jira: date the API token expires, such as 2027-01-31'),
  'integrations.jira.projectTypeKey': textSetting('Jira project type', 'business', 'Jira: type of new projects'),
  'integrations.jira.projectTemplateKey': textSetting('Jira project template', null, 'Jira: template of new projects'),
  'integrations.jira.leadAccountId': textSetting('Jira project lead', null, 'Jira: account that leads new projects'),
  'integrations.msTeams.tenantId': textSetting('Teams tenant', null, 'Microsoft Teams: tenant'),
  'integrations.msTeams.clientId': textSetting('Teams application', null, 'Microsoft Teams: application'),
  'integrations.msTeams.clientSecret': secret('Teams client secret', 'Microsoft Teams: secret of the application'),
  'integrations.msTeams.clientSecretExpires': textSetting(
    'Teams client secret expires',
    null,
    'Microsoft Teams: date the secret expires, such as 2027-01-31',
  ),
  'integrations.msTeams.ownerUserId': textSetting('Teams owner', null, 'Microsoft Teams: owner of new teams'),
  'integrations.msTeams.loginBaseUrl': textSetting(
    'Microsoft sign-in address',
    'https://login.microsoftonline.com',
    'Microsoft Teams: where the application signs in',
  ),
  'integrations.msTeams.graphBaseUrl': textSetting(
    'Microsoft Graph address',
    'https://graph.microsoft.com/v1.0',
    'Microsoft Teams: address of Microsoft Graph',
  ),
  'integrations.wireCad.baseUrl': textSetting('WireCAD bridge', null, 'WireCAD: address of the bridge; files can be uploaded without one'),
  'integrations.wireCad.apiKey': secret('WireCAD bridge key', 'WireCAD: key of the bridge'),
  'integrations.tempo.baseUrl': textSetting('Tempo address', 'https://api.tempo.io', 'Tempo: address of its API'),
  'integrations.tempo.token': secret('Tempo token', 'Tempo: token'),
  'integrations.tempo.tokenExpires': textSetting('Tempo token expires', null, 'Tempo: date the token expires, such as 2027-01-31'),
  'mail.host': textSetting('Mail server', null, 'Mail server; without one e-mails are kept in the outbox folder of the server'),
  'mail.port': { ...countSetting('Mail port', 587, 65_535, 'Port of the mail server; 465 is encrypted from the start'), isRequired: false },
  'mail.user': textSetting('Mail account', null, 'Account on the mail server'),
  'mail.password': secret('Mail password', 'Password of the account on the mail server'),
  'mail.from': textSetting('Sender', 'dna@localhost', 'Sender of e-mails'),
} satisfies Record<string, BuiltIn>
export type BuiltInSetting = keyof typeof builtInSettings
export type ValueOfSetting<K extends BuiltInSetting> = (typeof builtInSettings)[K]['start'] | null
const isBuiltIn = (key: string): key is BuiltInSetting => Object.hasOwn(builtInSettings, key)
export const settingLabel = (key: string): string => findBuiltInSetting(key)?.label ?? key
export const findBuiltInSetting = (key: string): BuiltIn | undefined => (isBuiltIn(key) ? builtInSettings[key] : undefined)

/** Settings of services can also be set by environment variables, which take precedence. */
export const isOfService = (key: string) => /^(integrations|mail)\./.test(key)
const settingSection = (key: string) => key.slice(0, key.lastIndexOf('.'))
const isServerAddress = (key: string) => /\.(host|port|issuer|\w*baseUrl)$/i.test(key)
const keysOfService = (key: string, test: (key: string) => boolean) =>
  isOfService(key) || key.startsWith('identity.oidc.')
    ? Object.keys(builtInSettings).filter((item) => settingSection(item) === settingSection(key) && test(item))
    : []
const isSecret = (key: string) => findBuiltInSetting(key)?.type === 'secret'
/** Secrets sent to the host or URL in this setting. Changing it clears them, so that they are never sent to another target. */
export const secretsSentTo = (key: string): string[] => (isServerAddress(key) ? keysOfService(key, isSecret) : [])
export const placesOfSecret = (key: string): string[] => (isSecret(key) ? keysOfService(key, isServerAddress) : [])

function serviceProblem(key: string, value: string): string | undefined {
  if (isSecret(key) || key.startsWith('integrations.')) {
    if (!/^[\x21-\x7e]+$/.test(value)) return 'Only a value without spaces is valid'
  } else if (value.length > 200 || /\p{Cc}/u.test(value)) return 'This value is not valid'
  if (/baseUrl$/i.test(key) && !(/^https?:\/\//i.test(value) && URL.canParse(value)))
    return 'Only an address beginning with http:// or https:// is valid'
  if (key.endsWith('Expires') && !isCalendarDate(value)) return messages.date
  if (key.endsWith('Path') && !value.startsWith('/')) return 'Only a path beginning with / is valid'
  if (key === 'mail.host' && !/^[a-z0-9.:-]+$/i.test(value)) return 'This is not a valid server name'
  if (key === 'mail.from' && !value.includes('@')) return messages.email
  return undefined
}

const mostLetters = 20_000

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const isDomain = (text: unknown) => typeof text === 'string' && text.length <= 253 && /^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/i.test(text)
const isDomainList = (value: unknown) => Array.isArray(value) && value.length <= 200 && value.every(isDomain)
const isRoleId = (value: unknown) => typeof value === 'number' && Number.isSafeInteger(value) && value > 0
const isGroupMap = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isRoleId)

/** Settings of the identity provider and of second factors. */
function identityProblem(key: string, value: string): string | undefined {
  if (key === 'identity.secondFactor.requiredFor' && !['none', 'staff', 'everybody'].includes(value))
    return 'Only none, staff, or everybody is valid'
  if (key === 'identity.oidc.issuer' && !(/^https?:\/\//i.test(value) && URL.canParse(value)))
    return 'Only an address beginning with https:// is valid'
  if (value.length > 1000 || /\p{Cc}/u.test(value)) return 'This value is not valid'
  return undefined
}

export function settingProblem(key: string, type: SettingValueType, value: SettingValue): string | undefined {
  if (value === null) return findBuiltInSetting(key)?.isRequired ? messages.required : undefined
  // The database can store neither NUL nor lone surrogates.
  if (/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value))) return messages.unknown
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, places = 0 } = findBuiltInSetting(key) ?? {}
  const isBounded = min > Number.NEGATIVE_INFINITY
  if (type === 'number') {
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'Only numbers are valid'
    if (isBounded && (value < min || value > max || round(value, places) !== value)) {
      const [numbers, decimals] = places === 0 ? ['whole numbers', ''] : ['numbers', ` with at most ${places} decimals`]
      return `Only ${numbers} from ${min} to ${max.toLocaleString('en-US')}${decimals} are valid`
    }
  } else if (type === 'bool') {
    if (typeof value !== 'boolean') return 'Only yes or no is valid'
  } else if (type === 'json') {
    if (key === 'identity.oidc.allowedDomains' && !isDomainList(value)) return 'Only a list of domains is valid, such as ["example.com"]'
    if (key === 'identity.oidc.groupRoles' && !isGroupMap(value)) return 'Only groups with role ids are valid, such as {"dna-admins": 1}'
    if (JSON.stringify(value).length > mostLetters) return `At most ${mostLetters.toLocaleString('en-US')} characters are valid`
  } else {
    if (typeof value !== 'string') return 'Only text is valid'
    if (value.length > mostLetters) return `At most ${mostLetters.toLocaleString('en-US')} characters are valid`
    if (key === 'general.timeZone' && !isTimeZone(value)) return 'This is not a known time zone, such as America/New_York'
    if (key === 'general.supportEmail' && !isEmail(value)) return 'This is not a valid e-mail address'
    if (isOfService(key) && findBuiltInSetting(key)) return serviceProblem(key, value)
    if (key.startsWith('identity.')) return identityProblem(key, value)
    if (key === 'links.tempoDomain' && !/^([a-z0-9-]+\.)+[a-z]{2,}$/i.test(value)) return 'This is not a valid domain'
  }
  return undefined
}
