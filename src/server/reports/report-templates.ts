import { PaperKind } from '../../model/reports/report-templates.ts'
import { readOwnFile } from '../kit/files/files.ts'
import type { Context } from '../kit/request/context.ts'
import { settingOf } from '../settings/public.ts'
import type { DocxBlock } from '../tools/docx-blocks.ts'
import { templateProblem } from '../tools/docx-filling.ts'
import { builtInPaper, type Paper } from './report-documents.ts'

const about = (label: string, value: string): DocxBlock => ({
  text: [{ text: label, bold: true }, { tab: true }, { text: value }],
  style: 'Lead',
})
const heading = (text: string, level: 1 | 2 = 1): DocxBlock => ({ heading: text, level })
const block = (name: string): DocxBlock => ({ text: `{{${name}}}` })

const bin = (): DocxBlock[] => [
  { text: '{{client.logo}}' },
  { text: '{{report.title}}', style: 'Title' },
  { text: '{{project.name}}', style: 'Subtitle' },
  about('Project', '{{project.number}}'),
  about('Client', '{{client.name}}'),
  about('Address', '{{project.address}}'),
  about('Phase', '{{project.phase}}'),
  about('Scope', '{{report.scope}}'),
  block('report.revision'),
  about('Date', '{{report.date}}'),
  about('Author', '{{report.author}}'),
  { pageBreak: true },
  block('report.contents'),
  { pageBreak: true },
  heading('Introduction'),
  block('project.description'),
  heading('Companies and contacts', 2),
  block('project.companies'),
  block('project.contacts'),
  heading('General requirements'),
  block('bin.general'),
  heading('Spaces'),
  block('bin.spaces'),
  heading('Summary'),
  block('bin.summary'),
  heading('Responsibilities'),
  block('bin.responsibilities'),
]

const letterHead = (): DocxBlock[] => [
  { text: '{{report.title}}', style: 'Title' },
  { text: '{{proposal.name}}, {{project.name}}', style: 'Subtitle' },
  about('Prepared for', '{{client.name}}'),
  about('Attention', '{{client.contact}}'),
  about('Proposal', '{{proposal.number}}'),
  about('Project', '{{project.number}}'),
  about('Address', '{{project.address}}'),
  about('Date', '{{proposal.date}}'),
  about('Valid until', '{{proposal.valid}}'),
  block('report.revision'),
]
const letter = (thanks: string): DocxBlock[] => [
  ...letterHead(),
  { text: '' },
  { text: '{{client.greeting}}' },
  { text: thanks },
  block('proposal.text'),
]
const closing = (): DocxBlock[] => [
  heading('Terms'),
  block('proposal.terms'),
  heading('Acceptance'),
  { text: 'Please sign and return a copy of this proposal to authorize the work.', keepNext: true },
  {
    table: {
      title: 'Signatures',
      columns: [
        { header: '{{firm.name}}', width: 5 },
        { header: '{{client.name}}', width: 5 },
      ],
      rows: [{ cells: ['\n\nName:', '\n\nName:'] }, { cells: ['Signature:\n', 'Signature:\n'] }, { cells: ['Date:', 'Date:'] }],
    },
  },
]
const assumptions = (): DocxBlock[] => [
  heading('Assumptions'),
  { text: 'The client designates one decision-maker and provides drawings of the building in a current format.', style: 'ListBullet' },
  { text: 'The architect and engineers incorporate the requirements of these systems into their documents.', style: 'ListBullet' },
  { text: 'Hours, fees and dates follow the building schedule; a change to it changes them.', style: 'ListBullet' },
]
const feeAndSchedule = (): DocxBlock[] => [
  heading('Fee'),
  block('fee.table'),
  block('fee.rates'),
  block('proposal.schedule'),
  block('proposal.opc'),
]

const services = (thanks: string) => (): DocxBlock[] => [
  ...letter(thanks),
  heading('Understanding'),
  block('proposal.scope'),
  heading('Services'),
  block('proposal.services'),
  heading('Spaces'),
  block('space.list'),
  heading('Deliverables'),
  block('proposal.deliverables'),
  ...feeAndSchedule(),
  ...assumptions(),
  ...closing(),
]
const combined = (): DocxBlock[] => [
  ...letter(
    'Thank you for the opportunity to submit this proposal. It combines all our services for the project in one document, with a chapter for each.',
  ),
  heading('Understanding'),
  block('proposal.scope'),
  heading('Spaces'),
  block('space.list'),
  block('proposal.parts'),
  block('fee.rates'),
  block('proposal.schedule'),
  block('proposal.opc'),
  ...assumptions(),
  ...closing(),
]
const meta = (): DocxBlock[] => [
  ...letter('This letter brings together the proposals we have submitted for the project.'),
  heading('Introduction'),
  block('proposal.scope'),
  heading('Proposals'),
  block('proposal.others'),
  block('proposal.schedule'),
  block('proposal.opc'),
  ...closing(),
]
const feeTables = (): DocxBlock[] => [...letterHead(), ...feeAndSchedule()]
const sow = (): DocxBlock[] => [
  ...letter(
    'This is the scope of work for the Revit families of {{proposal.manufacturer}} that the project needs and that do not exist yet.',
  ),
  heading('Scope'),
  block('proposal.scope'),
  heading('Families to be created'),
  block('proposal.families'),
  ...feeAndSchedule(),
  ...closing(),
]

const bodies: Record<PaperKind, () => DocxBlock[]> = {
  bin,
  proposalAv: services(
    'Thank you for the opportunity to submit this proposal. It covers the design of the audio-visual systems of the spaces listed below.',
  ),
  proposalTelecom: services(
    'Thank you for the opportunity to submit this proposal. It covers the design of telecommunications rooms, pathways and cabling for the spaces listed below.',
  ),
  proposalMeta: meta,
  proposalFeeTables: feeTables,
  proposalCombined: combined,
  proposalSow: sow,
}

export const builtInOf = (kind: PaperKind) => {
  const foot = kind === 'bin' ? '{{project.number}} {{project.name}}' : '{{proposal.number}} {{proposal.name}}'
  return builtInPaper(PaperKind.label(kind), foot, bodies[kind]())
}

/** Word template of a report: the firm's, or the built-in one if there is none or it is invalid. */
export async function templateOf(ctx: Context, kind: PaperKind): Promise<Pick<Paper, 'template' | 'warnings'>> {
  const id = await settingOf(ctx, PaperKind.get(kind).setting)
  if (!id) return { template: await builtInOf(kind) }
  const own = await readOwnFile(ctx, id)
  const problem = own ? templateProblem(own) : 'The file no longer exists.'
  if (own && !problem) return { template: own }
  return { template: await builtInOf(kind), warnings: [`The template of the firm was not used: ${problem}`] }
}
