import { CombinedProposalType, ContractStatus, ContractType, ProposalType } from '../../model/contracts/enums.ts'
import { byDiscipline, createFeeTable } from '../../model/contracts/fee-table.ts'
import { moneyMasks } from '../../model/contracts/masks.ts'
import { sumMoney } from '../../model/kit/money.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import { ReportScope } from '../../model/reports/enums.ts'
import { isScheduled } from '../../model/reports/report-calls.ts'
import type { PaperKind } from '../../model/reports/report-templates.ts'
import { spaceLabel } from '../../model/spaces/space-names.ts'
import { contracts, feesOfContract, proposalsOfProject } from '../contracts/public.ts'
import { todayUtc } from '../kit/request/clock.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { requireAccess } from '../kit/request/http.ts'
import { settingsOf } from '../settings/public.ts'
import type { DocxBlock, DocxRow } from '../tools/docx-blocks.ts'
import { htmlToBlocks, textToBlocks } from '../tools/html-blocks.ts'
import { feeBlocks, formatMoney, partsBlocks, rateBlocks, scheduleBlocks } from './fee-blocks.ts'
import { opinionOfScope } from './opc.ts'
import { disciplineNames, standardTerms, wordsOfPhase } from './proposal-texts.ts'
import type { ReportRequest } from './report-book.ts'
import type { PaperOf } from './report-documents.ts'
import { distinctProducts, gatherLines } from './report-lines.ts'
import { loadScope, type ReportScopeData } from './report-scope.ts'
import { loadReportTemplate } from './report-templates.ts'
import { commonWords, formatLongDate, revisionLine } from './report-texts.ts'

type Contract = Awaited<ReturnType<typeof openProposal>>
type Fees = Awaited<ReturnType<typeof feesOfContract>>
type Phase = Fees['phases'][number]

const { AV, Telecom, Meta, FeeTables, Combined, RevitFamiliesSOW } = ProposalType

const kinds: Record<ProposalType, { paper: PaperKind; title: string }> = {
  [AV]: { paper: 'proposalAv', title: 'Proposal for audio-visual consulting' },
  [Telecom]: { paper: 'proposalTelecom', title: 'Proposal for telecommunications consulting' },
  [Meta]: { paper: 'proposalMeta', title: 'Umbrella proposal' },
  [FeeTables]: { paper: 'proposalFeeTables', title: 'Fee tables' },
  [Combined]: { paper: 'proposalCombined', title: 'Proposal for consulting services' },
  [RevitFamiliesSOW]: { paper: 'proposalSow', title: 'Scope of work: Revit families' },
}

/** These proposals contain no project data except the probable cost, if requested. */
const isAboutFees = (type: ProposalType) => type === Meta || type === FeeTables

/** Permissions needed to print a proposal or to open the printed file. */
export const needsOfProposal = ({
  includeRates,
  includeOPC,
}: Pick<ReportRequest['options'], 'includeRates' | 'includeOPC'>): Permission[] => [
  'ProjectContracts.View',
  moneyMasks.revenueSums,
  ...(includeRates ? [moneyMasks.sellRate] : []),
  ...(includeOPC ? (['ProjectReports.OPC'] as const) : []),
]

/** Returns the contract of a proposal. Throws without the permissions for its contents (domain 11.10). */
export async function openProposal(ctx: Context, projectId: number, options: ReportRequest['options']) {
  requireAccess(ctx.actor, { all: needsOfProposal(options) })
  if (options.contractId === null) throw badRequest({ 'options.contractId': [messages.required] })
  const contract = await contracts.get(ctx, options.contractId)
  if (contract.project.id !== projectId) throw badRequest({ 'options.contractId': ['Contract not found.'] })
  if (contract.type !== ContractType.Proposal)
    throw badRequest({ 'options.contractId': ['Only a contract of type Proposal can be sent to a client.'] })
  if (options.revisionId && !options.includeOPC && isAboutFees(contract.proposalType))
    throw badRequest({
      'options.revisionId': [`A revision has no fees, so ${ProposalType.label(contract.proposalType)} cannot be based on one.`],
    })
  return contract
}

function phaseBlocks(discipline: CombinedProposalType, phases: readonly Phase[], part: 'services' | 'deliverables'): DocxBlock[] {
  const named = new Map<string, DocxBlock[]>()
  for (const { type, name } of phases) {
    const phaseText = wordsOfPhase(discipline, type)
    if (!phaseText || named.has(String(type))) continue
    const said: DocxBlock[] =
      part === 'services'
        ? [{ text: phaseText.services }]
        : phaseText.deliverables.map((text): DocxBlock => ({ text, style: 'ListBullet' }))
    named.set(String(type), [{ text: [{ text: name, bold: true }], keepNext: true }, ...said])
  }
  const blocks = [...named.values()].flat()
  return blocks.length > 0 ? blocks : [{ text: 'To be agreed.', style: 'Note' }]
}

function proposalSpaceBlocks({ spaces }: ReportScopeData): DocxBlock[] {
  const columns = [
    { header: 'Space', width: 5 },
    { header: 'Building and level', width: 5 },
    { header: 'Area, sq ft', width: 2, align: 'right' as const },
  ]
  const rows = spaces.map((space) => ({
    cells: [spaceLabel(space), `${space.building}, ${space.level}`, space.area === null ? '' : space.area.toLocaleString('en-US')],
  }))
  return [{ table: { title: 'Spaces of this proposal', columns, rows } }]
}

function combinedBlocks(contract: Contract, { phases, rates, expenses }: Fees): DocxBlock[] {
  const parts = byDiscipline(phases, contract.combinedProposalTypes).map(({ discipline, phases: own }) => ({
    name: discipline === null ? 'General' : disciplineNames[discipline],
    table: createFeeTable(own, rates),
    discipline,
    own,
  }))
  const chapters = parts.flatMap(({ name, discipline, own, table }): DocxBlock[] => [
    { heading: name, level: 1 },
    ...(discipline === null
      ? []
      : [
          { heading: 'Services', level: 2 as const },
          ...phaseBlocks(discipline, own, 'services'),
          { heading: 'Deliverables', level: 2 as const },
          ...phaseBlocks(discipline, own, 'deliverables'),
        ]),
    { heading: 'Fee', level: 2 },
    ...feeBlocks(table, [], `Fee, ${name}`),
  ])
  return [...chapters, { heading: 'Total', level: 1 }, ...partsBlocks(parts, expenses)]
}

async function metaBlocks(ctx: Context, projectId: number): Promise<DocxBlock[]> {
  const all = (await proposalsOfProject(ctx, projectId)).filter(({ proposalType }) => proposalType !== Meta)
  if (all.length === 0) return [{ text: 'There are no other proposals yet.', style: 'Note' }]
  const columns = [
    { header: 'Proposal', width: 2.4 },
    { header: 'Name', width: 4 },
    { header: 'Type', width: 2 },
    { header: 'Status', width: 2 },
    { header: 'Fee, USD', width: 2, align: 'right' as const },
  ]
  const rows: DocxRow[] = [
    ...all.map(({ number, name, proposalType, status, totalRevenue }) => ({
      cells: [number, name, ProposalType.label(proposalType), ContractStatus.label(status), formatMoney(totalRevenue ?? 0)],
    })),
    { cells: ['Total', '', '', '', formatMoney(sumMoney(all.map(({ totalRevenue }) => totalRevenue ?? 0)))], style: 'total' },
  ]
  return [{ table: { title: 'Proposals of the project', columns, rows } }]
}

async function familyBlocks(ctx: Context, contract: Contract, scope: ReportScopeData): Promise<DocxBlock[]> {
  const products = distinctProducts(await gatherLines(ctx, scope)).filter(
    ({ product }) => product.manufacturer === contract.manufacturer?.name && !(product.revitFamily && product.revitFile),
  )
  if (products.length === 0) return [{ text: 'Every product in the scope has a Revit family.', style: 'Note' }]
  const columns = [
    { header: 'Tag', width: 2 },
    { header: 'Model', width: 4 },
    { header: 'Category', width: 3 },
    { header: 'Family', width: 2 },
    { header: 'Qty', width: 1, align: 'right' as const },
  ]
  const rows = products.map(({ product, quantity }) => ({
    cells: [product.tag, product.model, product.category, product.revitFamily ? 'Name only' : 'Missing', String(quantity)],
  }))
  return [{ table: { title: 'Products without a Revit family', columns, rows } }]
}

/** Figures of the budget page: always for the whole project, regardless of the listed spaces. */
async function opcBlocks(ctx: Context, projectId: number, revisionId: number | null): Promise<DocxBlock[]> {
  const all = { scope: ReportScope.AllSpaces, includeCancelled: false, revisionId, hasMore: async () => true }
  const { opinion: estimate } = await opinionOfScope(ctx, await loadScope(ctx, projectId, all))
  const parts: [string, number][] = [
    ['Hardware', estimate.hardware],
    ['Installation', estimate.installation],
    ['Labor', estimate.labor],
    ['Shipping', estimate.shipping],
    ['Tax', estimate.tax],
    ['Contingency', estimate.contingency],
  ]
  const rows: DocxRow[] = [
    ...parts.map(([label, amount]) => ({ cells: [label, formatMoney(amount)] })),
    { cells: ['Total', formatMoney(estimate.total)], style: 'total' },
  ]
  const columns = [
    { header: 'Cost', width: 6 },
    { header: 'Amount, USD', width: 4, align: 'right' as const },
  ]
  const { 'reports.opcDisclaimer': disclaimer } = await settingsOf(ctx, 'reports.opcDisclaimer')
  return [
    { heading: 'Opinion of probable cost', level: 1 },
    { table: { title: 'Opinion of probable cost', columns, rows } },
    ...(disclaimer ? [{ text: disclaimer, style: 'Note' as const }] : []),
  ]
}

async function firmWords(ctx: Context, { proposalType, scope }: Contract) {
  const texts = await settingsOf(
    ctx,
    'proposal.av',
    'proposal.telecom',
    'proposal.meta',
    'proposal.combined',
    'proposal.sow',
    'proposal.terms',
  )
  const own: Partial<Record<ProposalType, string | null>> = {
    [AV]: texts['proposal.av'],
    [Telecom]: texts['proposal.telecom'],
    [Meta]: texts['proposal.meta'],
    [Combined]: texts['proposal.combined'],
    [RevitFamiliesSOW]: texts['proposal.sow'],
  }
  const ownText = own[proposalType]
  const understanding = scope ? htmlToBlocks(scope) : []
  return {
    'proposal.text': ownText ? textToBlocks(ownText) : [],
    'proposal.scope':
      understanding.length > 0 ? understanding : [{ text: 'The services below are for the spaces listed in this proposal.' }],
    'proposal.terms': textToBlocks(texts['proposal.terms'] || standardTerms),
  }
}

const feesAreOfToday: DocxBlock = {
  text: 'Spaces, equipment and probable cost are from the revision; fees and dates are from the contract.',
  style: 'Note',
}

export const paperOfProposal: PaperOf = async (ctx, scope, { options }) => {
  const contract = await openProposal(ctx, scope.project.id, options)
  const fees = await feesOfContract(ctx, contract.id)
  const { paper, title } = kinds[contract.proposalType]
  const table = createFeeTable(fees.phases, fees.rates)
  const discipline = contract.proposalType === Telecom ? CombinedProposalType.Telecom : CombinedProposalType.AV
  return {
    ...(await loadReportTemplate(ctx, paper)),
    values: {
      ...(await commonWords(ctx, scope, title)),
      'report.revision': scope.revision ? [revisionLine(scope.revision), feesAreOfToday] : [],
      ...(await firmWords(ctx, contract)),
      'proposal.number': contract.number,
      'proposal.name': contract.name,
      'proposal.date': formatLongDate(todayUtc()),
      'proposal.valid': contract.validUntilDate ? formatLongDate(contract.validUntilDate) : '–',
      'proposal.manufacturer': contract.manufacturer?.name ?? '',
      'proposal.services': phaseBlocks(discipline, fees.phases, 'services'),
      'proposal.deliverables': phaseBlocks(discipline, fees.phases, 'deliverables'),
      'proposal.parts': contract.proposalType === Combined ? combinedBlocks(contract, fees) : [],
      'proposal.others': contract.proposalType === Meta ? await metaBlocks(ctx, scope.project.id) : [],
      'proposal.families': contract.proposalType === RevitFamiliesSOW ? await familyBlocks(ctx, contract, scope) : [],
      'proposal.schedule': isScheduled(contract.proposalType, options.includeSchedule)
        ? scheduleBlocks(fees.phases.map((phase) => ({ ...phase, isChild: phase.parentPhaseId !== null })))
        : [],
      'proposal.opc': options.includeOPC ? await opcBlocks(ctx, scope.project.id, options.revisionId) : [],
      'space.list': proposalSpaceBlocks(scope),
      'fee.table': feeBlocks(table, fees.expenses, 'Fee'),
      'fee.rates': options.includeRates ? rateBlocks(table, fees.sellRates) : [],
    },
  }
}
