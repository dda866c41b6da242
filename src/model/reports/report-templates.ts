import { call, fileTaskShape, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { enumeration, type ValueOf } from '../kit/enumeration.ts'
import { optional, text, uuid } from '../kit/field.ts'
import { arrayField } from '../kit/response-fields.ts'

/** Word reports. Each has a template that the firm can replace; `setting` names the asset used instead. */
export const PaperKind = enumeration('PaperKind', {
  bin: ['bin', 'Building infrastructure narrative', { setting: 'reports.binTemplateFileId' }],
  proposalAv: ['proposalAv', 'Client Proposal, AV', { setting: 'proposal.avTemplateFileId' }],
  proposalTelecom: ['proposalTelecom', 'Client Proposal, Telecom', { setting: 'proposal.telecomTemplateFileId' }],
  proposalMeta: ['proposalMeta', 'Client Proposal, Meta', { setting: 'proposal.metaTemplateFileId' }],
  proposalFeeTables: ['proposalFeeTables', 'Client Proposal, Fee Tables', { setting: 'proposal.feeTablesTemplateFileId' }],
  proposalCombined: ['proposalCombined', 'Client Proposal, Combined', { setting: 'proposal.combinedTemplateFileId' }],
  proposalSow: ['proposalSow', 'Client Proposal, Revit families', { setting: 'proposal.sowTemplateFileId' }],
})
export type PaperKind = ValueOf<typeof PaperKind>

const common = [
  'firm.name',
  'firm.logo',
  'report.title',
  'report.scope',
  'report.revision',
  'report.date',
  'report.author',
  'project.number',
  'project.name',
  'project.address',
  'project.status',
  'project.phase',
  'project.manager',
  'project.description',
  'project.companies',
  'project.contacts',
  'client.name',
  'client.logo',
  'client.contact',
  'client.greeting',
]
const ofBin = ['report.contents', 'bin.general', 'bin.spaces', 'bin.summary', 'bin.responsibilities']
const ofProposals = [
  'proposal.number',
  'proposal.name',
  'proposal.date',
  'proposal.valid',
  'proposal.manufacturer',
  'proposal.text',
  'proposal.scope',
  'proposal.services',
  'proposal.deliverables',
  'proposal.parts',
  'proposal.others',
  'proposal.families',
  'proposal.schedule',
  'proposal.opc',
  'proposal.terms',
  'space.list',
  'fee.table',
  'fee.rates',
]
export const templatePlaceholders = (kind: PaperKind): string[] => [...common, ...(kind === 'bin' ? ofBin : ofProposals)]

/** A variable name contains no dot. The project's variables are known only when the report is generated. */
export const isVariableName = (name: string) => /^[A-Za-z]\w*$/.test(name)

const placeholder = text('Placeholder')
const checkedShape = {
  problem: optional(text('Problem')),
  known: arrayField('Known', placeholder),
  /** Filled if the project or its client has a variable of this name. */
  variables: arrayField('Variables', placeholder),
  /** Placeholders that are never filled. */
  unknown: arrayField('Unknown', placeholder),
}
export type CheckedTemplate = ValuesOf<typeof checkedShape>

const params = { kind: text('Kind', { max: 40 }) }

export const checkTemplate = call({
  method: 'GET',
  path: '/reportTemplates/:kind/Check',
  params,
  permission: 'AppSettings.View',
  summary: 'Check a Word file as a report template: its placeholders, and which are unknown',
  query: { fileId: optional(uuid('File')) },
  response: shape(checkedShape),
})
export const takeBuiltInTemplate = call({
  method: 'POST',
  path: '/reportTemplates/:kind/BuiltIn',
  params,
  permission: 'AppSettings.View',
  summary: 'Request the built-in Word template of a report as a starting point',
  response: shape(fileTaskShape),
  status: 202,
})
