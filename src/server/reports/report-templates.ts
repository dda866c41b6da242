import { PaperKind } from '../../model/reports/report-templates.ts'
import { readOwnFile } from '../kit/files/files.ts'
import type { Context } from '../kit/request/context.ts'
import { settingOf } from '../settings/public.ts'
import type { DocxBlock } from '../tools/docx-blocks.ts'
import { templateProblem } from '../tools/docx-filling.ts'
import { builtInPaper, type ReportDocument } from './report-documents.ts'

const labelBlock = (label: string, value: string): DocxBlock => ({
  text: [{ text: label, bold: true }, { tab: true }, { text: value }],
  style: 'Lead',
})
const headingBlock = (text: string, level: 1 | 2 = 1): DocxBlock => ({ heading: text, level })
const block = (name: string): DocxBlock => ({ text: `{{${name}}}` })

const binBlocks = (): DocxBlock[] => [
  { text: '{{client.logo}}' },
  { text: '{{report.title}}', style: 'Title' },
  { text: '{{project.name}}', style: 'Subtitle' },
  labelBlock('Project', '{{project.number}}'),
  labelBlock('Client', '{{client.name}}'),
  labelBlock('Address', '{{project.address}}'),
  labelBlock('Phase', '{{project.phase}}'),
  labelBlock('Scope', '{{report.scope}}'),
  block('report.revision'),
  labelBlock('Date', '{{report.date}}'),
  labelBlock('Author', '{{report.author}}'),
  { pageBreak: true },
  block('report.contents'),
  { pageBreak: true },
  headingBlock('Introduction'),
  block('project.description'),
  headingBlock('Companies and contacts', 2),
  block('project.companies'),
  block('project.contacts'),
  headingBlock('General requirements'),
  block('bin.general'),
  headingBlock('Spaces'),
  block('bin.spaces'),
  headingBlock('Summary'),
  block('bin.summary'),
  headingBlock('Responsibilities'),
  block('bin.responsibilities'),
]

const letterHead = (): DocxBlock[] => [
  { text: '{{report.title}}', style: 'Title' },
  { text: '{{proposal.name}}, {{project.name}}', style: 'Subtitle' },
  labelBlock('Prepared for', '{{client.name}}'),
  labelBlock('Attention', '{{client.contact}}'),
  labelBlock('Proposal', '{{proposal.number}}'),
  labelBlock('Project', '{{project.number}}'),
  labelBlock('Address', '{{project.address}}'),
  labelBlock('Date', '{{proposal.date}}'),
  labelBlock('Valid until', '{{proposal.valid}}'),
  block('report.revision'),
]
const letterBlocks = (thanks: string): DocxBlock[] => [
  ...letterHead(),
  { text: '' },
  { text: '{{client.greeting}}' },
  { text: thanks },
  block('proposal.text'),
]
const closing = (): DocxBlock[] => [
  headingBlock('Terms'),
  block('proposal.terms'),
  headingBlock('Acceptance'),
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
  headingBlock('Assumptions'),
  { text: 'The client designates one decision-maker and provides drawings of the building in a current format.', style: 'ListBullet' },
  { text: 'The architect and engineers incorporate the requirements of these systems into their documents.', style: 'ListBullet' },
  { text: 'Hours, fees and dates are based on the building schedule and change with it.', style: 'ListBullet' },
]
const feeAndSchedule = (): DocxBlock[] => [
  headingBlock('Fee'),
  block('fee.table'),
  block('fee.rates'),
  block('proposal.schedule'),
  block('proposal.opc'),
]

const services = (thanks: string) => (): DocxBlock[] => [
  ...letterBlocks(thanks),
  headingBlock('Understanding'),
  block('proposal.scope'),
  headingBlock('Services'),
  block('proposal.services'),
  headingBlock('Spaces'),
  block('space.list'),
  headingBlock('Deliverables'),
  block('proposal.deliverables'),
  ...feeAndSchedule(),
  ...assumptions(),
  ...closing(),
]
const combinedBlocks = (): DocxBlock[] => [
  ...letterBlocks(
    'Thank you for the opportunity to submit this proposal. It combines all our services for the project in one document, with a chapter for each.',
  ),
  headingBlock('Understanding'),
  block('proposal.scope'),
  headingBlock('Spaces'),
  block('space.list'),
  block('proposal.parts'),
  block('fee.rates'),
  block('proposal.schedule'),
  block('proposal.opc'),
  ...assumptions(),
  ...closing(),
]
const meta = (): DocxBlock[] => [
  ...letterBlocks('This letter brings together the proposals we have submitted for the project.'),
  headingBlock('Introduction'),
  block('proposal.scope'),
  headingBlock('Proposals'),
  block('proposal.others'),
  block('proposal.schedule'),
  block('proposal.opc'),
  ...closing(),
]
const feeTables = (): DocxBlock[] => [...letterHead(), ...feeAndSchedule()]
const sow = (): DocxBlock[] => [
  ...letterBlocks(
    'This is the scope of work for the Revit families of {{proposal.manufacturer}} that the project needs and that do not exist yet.',
  ),
  headingBlock('Scope'),
  block('proposal.scope'),
  headingBlock('Families to be created'),
  block('proposal.families'),
  ...feeAndSchedule(),
  ...closing(),
]

const bodies: Record<PaperKind, () => DocxBlock[]> = {
  bin: binBlocks,
  proposalAv: services(
    'Thank you for the opportunity to submit this proposal. It covers the design of the audio-visual systems of the spaces listed below.',
  ),
  proposalTelecom: services(
    'Thank you for the opportunity to submit this proposal. It covers the design of telecommunications rooms, pathways and cabling for the spaces listed below.',
  ),
  proposalMeta: meta,
  proposalFeeTables: feeTables,
  proposalCombined: combinedBlocks,
  proposalSow: sow,
}

export const createBuiltInTemplate = (kind: PaperKind) => {
  const foot = kind === 'bin' ? '{{project.number}} {{project.name}}' : '{{proposal.number}} {{proposal.name}}'
  return builtInPaper(PaperKind.label(kind), foot, bodies[kind]())
}

export async function loadReportTemplate(ctx: Context, kind: PaperKind): Promise<Pick<ReportDocument, 'template' | 'warnings'>> {
  const id = await settingOf(ctx, PaperKind.get(kind).setting)
  if (!id) return { template: await createBuiltInTemplate(kind) }
  const own = await readOwnFile(ctx, id)
  const problem = own ? templateProblem(own) : 'The file no longer exists.'
  if (own && !problem) return { template: own }
  return { template: await createBuiltInTemplate(kind), warnings: [`The template of the firm was not used: ${problem}`] }
}
