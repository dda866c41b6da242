import { ClientVariableType, CompanyType } from '../../model/companies/enums.ts'
import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import { fullName } from '../../model/kit/names.ts'
import { ProjectStatus } from '../../model/projects/enums.ts'
import { clientVariablesOf } from '../companies/public.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { contactsOfProject, projectVariablesOf } from '../projects/public.ts'
import { settingOf } from '../settings/public.ts'
import type { DocxBlock } from '../tools/docx-blocks.ts'
import type { DocxPicture, DocxValue } from '../tools/docx-filling.ts'
import { htmlToBlocks } from '../tools/html-blocks.ts'
import type { SheetPicture } from '../tools/sheet.ts'
import { loadClientLogo, loadFirmLogo } from './report-logo.ts'
import type { StoredRevision } from './report-revision.ts'
import { draft, type ReportScopeData } from './report-scope.ts'

type Project = ReportScopeData['project']

/**
 * Placeholders of every report. Names with a dot are built in; all others are variables of the project, then of its client. Variable names
 * have no dot, so they cannot collide.
 */
export async function commonWords(ctx: Context, scope: ReportScopeData, title: string): Promise<Record<string, DocxValue>> {
  const { project, revision } = scope
  const logo = await loadFirmLogo(ctx)
  const clientLogo = project.client ? await loadClientLogo(ctx, project.client.id) : undefined
  const contacts = ctx.actor.held.has('ProjectContacts.View') ? await contactsOfProject(ctx, project.id) : []
  const firm = (await settingOf(ctx, 'general.companyName')) ?? ''
  const ofClient = contacts.find(({ companyType }) => companyType === CompanyType.Client)
  return {
    ...(await variables(ctx, project)),
    'firm.name': firm || draft,
    'firm.logo': logo ? logoPicture(logo, firm || 'the firm', logoInches.head) : '',
    'report.title': title,
    'report.scope': scope.scopeText,
    'report.revision': revision ? [revisionLine(revision)] : [],
    'report.date': formatLongDate(todayUtc()),
    'report.author': fullName(ctx.actor),
    'project.number': project.number ?? '',
    'project.name': project.name,
    'project.address': formatAddress(project.address) || '–',
    'project.status': project.projectStatus === null ? '' : ProjectStatus.label(project.projectStatus),
    'project.phase': revision?.phase || currentPhaseName(project, revision?.issueDate ?? todayUtc()) || '–',
    'project.manager': project.projectManager ? fullName(project.projectManager) : '',
    'project.description': project.description
      ? htmlToBlocks(project.description)
      : [{ text: 'No description has been written yet.', style: 'Note' }],
    'project.companies': companyBlocks(project),
    'project.contacts': contactBlocks(contacts),
    'client.name': project.client?.name ?? '–',
    'client.logo': clientLogo ? logoPicture(clientLogo, project.client?.name ?? '', logoInches.cover) : '',
    'client.contact': ofClient?.name ?? '–',
    'client.greeting': ofClient ? `Dear ${ofClient.name},` : 'Dear Sir or Madam,',
  }
}

const months = 'January February March April May June July August September October November December'.split(' ')
export function formatLongDate(day: string | null): string {
  const [year, month, date] = (day ?? '').split('-').map(Number)
  return year && month && date ? `${months[month - 1]} ${date}, ${year}` : ''
}

/** Logo height in inches in the page head and on the cover, and the maximum width. */
const logoInches = { head: 0.4, cover: 0.7, widest: 3.5 }
function logoPicture({ data, extension, width, height }: SheetPicture, ownerLabel: string, mostHigh: number): DocxPicture {
  const heightInches = Math.min(mostHigh, (logoInches.widest * height) / width)
  return { picture: data, extension, alt: `Logo of ${ownerLabel}`, widthInches: (heightInches * width) / height, heightInches }
}

export const revisionLine = ({ code, title, issueDate }: StoredRevision): DocxBlock => ({
  text: [{ text: 'Revision', bold: true }, { tab: true }, { text: `${code}, ${title}, issued ${formatLongDate(issueDate)}` }],
  style: 'Lead',
})

function formatAddress(address: Project['address']): string {
  if (!address) return ''
  const { addressLine1, addressLine2, city, state, postalCode } = address
  return [addressLine1, addressLine2, city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** The phase that includes the day, otherwise the next one. */
function currentPhaseName({ phases }: Project, day: string): string {
  const now =
    phases?.find(({ startDate, endDate }) => startDate <= day && endDate >= day) ?? phases?.find(({ startDate }) => startDate > day)
  return now ? ConstructionPhaseType.get(now.type).longLabel : ''
}

const { RichText } = ClientVariableType

/** Project variables override those of the client. */
async function variables(ctx: Context, project: Project): Promise<Record<string, DocxValue>> {
  const ofClient = project.client ? await clientVariablesOf(ctx, project.client.id) : []
  const all = [...ofClient, ...(await projectVariablesOf(ctx, project.id))]
  return Object.fromEntries(all.map((item) => [item.name.toLowerCase(), printed(item)]))
}

function printed({ type, value, printed }: { type: number; value: unknown; printed?: string | null }): string {
  if (printed) return printed
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return type === RichText ? blocksText(htmlToBlocks(String(value))) : String(value)
}

const blocksText = (blocks: readonly DocxBlock[]) =>
  blocks
    .map((block) => {
      if (!('text' in block)) return ''
      return typeof block.text === 'string' ? block.text : block.text.map((run) => ('text' in run ? run.text : '')).join('')
    })
    .join('\n')

function companyBlocks({ client, companies }: Project): DocxBlock[] {
  const rows = [
    ...(client ? [{ cells: [client.name, 'Client'] }] : []),
    ...(companies ?? []).map(({ company, companyType, role }) => ({ cells: [company.name, role || CompanyType.label(companyType)] })),
  ]
  if (rows.length === 0) return [{ text: 'No companies are listed yet.', style: 'Note' }]
  const columns = [
    { header: 'Company', width: 5 },
    { header: 'Role', width: 5 },
  ]
  return [{ table: { title: 'Companies of the project', columns, rows } }]
}

function contactBlocks(contacts: Awaited<ReturnType<typeof contactsOfProject>>): DocxBlock[] {
  if (contacts.length === 0) return []
  const columns = [
    { header: 'Contact', width: 3 },
    { header: 'Company', width: 3 },
    { header: 'Role', width: 2 },
    { header: 'E-mail and phone', width: 4.4 },
  ]
  const rows = contacts.map(({ name, companyName, role, email, phone }) => ({
    cells: [name, companyName ?? '', role ?? '', [email, phone].filter(Boolean).join('\n')],
  }))
  return [{ table: { title: 'Contacts of the project', columns, rows } }]
}
