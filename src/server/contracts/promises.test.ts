import { childContract } from '../../../test/kit/child-contract.ts'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createPhase, givenContract } from '../../../test/kit/fixtures/contracts.ts'
import { addToAccessList, createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { LaborType } from '../../model/access/enums.ts'
import {
  changePhase,
  changeRecord,
  createPhase as createPhaseCall,
  createRecord,
  deletePhase,
  deleteRecord,
} from '../../model/contracts/construction-phases.ts'
import { createContract } from '../../model/contracts/contract-calls.ts'
import { changeContractDocument, createContractDocument, deleteContractDocument } from '../../model/contracts/contract-documents.ts'
import { createContractExpense } from '../../model/contracts/direct-expenses.ts'
import { ConstructionPhaseType, FeeType, PhaseRecordType } from '../../model/contracts/enums.ts'
import { moneyMasks } from '../../model/contracts/masks.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { directExpenses } from './direct-expenses.ts'
import { servedContracts } from './project-contracts.ts'

const app = await startApp()
const project = await createProject(app)
await addToAccessList(app, project, app.admin.userId)
const as = (permissions: readonly Permission[]) =>
  app.signInAs(
    permissions.length < 10
      ? [...new Set([...permissions, 'Projects.View', 'ProjectAccessList.Update', 'ProjectContracts.Manage'] as const)]
      : permissions,
  )

entityContract(servedContracts, app, {
  madeBy: { call: createContract, id: project.id },
  valid: {
    name: 'Base design',
    proposalType: 5,
    combinedProposalTypes: [1, 3],
    scope: '<p>All rooms</p>',
    validUntilDate: '2030-12-31',
  },
  without: {
    manufacturerId: 'only of another kind of proposal: contracts.test.ts',
    startDate: 'follows the phases: contracts.test.ts',
    endDate: 'follows the phases: contracts.test.ts',
    tempoUrl: 'only at the domain of a setting: contracts.test.ts',
  },
  invalid: [
    ['name', '', messages.required],
    ['proposalType', 99, messages.unknown],
    ['combinedProposalTypes', [], messages.selectOne],
    ['tempoUrl', 'https://example.com/x', 'Invalid Tempo URL!'],
  ],
  as,
  outsider: () =>
    app.signInAs([
      'Projects.View',
      'ProjectContracts.View',
      'ProjectContracts.Update',
      'ProjectContracts.Delete',
      'ProjectContracts.Manage',
    ]),
})

const contract = await givenContract(app, project)
const traveler = await app.signInAs([], { isNew: true })
entityContract(directExpenses, app, {
  madeBy: { call: createContractExpense, id: contract.id },
  valid: {
    category: 1,
    description: 'Racks',
    date: '2026-03-03',
    revenue: 500,
    cost: 420,
    userId: traveler.userId,
    note: 'Two visits',
  },
  prepare: async () => {
    const form = new FormData()
    form.append('file', new Blob(['paid']), 'receipt.txt')
    const receiptFileId = (await app.admin('POST', '/api/files', form)).body.id
    await createRow(app, `/api/contracts/${contract.id}/DirectExpenses`, {
      category: 2,
      description: 'Lift',
      date: '2026-03-02',
      receiptFileId,
    })
    return { receiptFileId, subContractorId: (await createRow(app, '/api/subContractors', { name: 'Steel and Sons' })).id }
  },
  invalid: [
    ['description', '', messages.required],
    ['date', '2026-02-31', messages.date],
    ['receiptFileId', '00000000-0000-4000-8000-000000000000', 'File not found.'],
  ],
  as,
  outsider: () => app.signInAs(['Projects.View', 'ProjectContracts.ManageDirectExpenses']),
})

const [base, other] = [await givenContract(app, project), await givenContract(app, project)]
const phase = await createPhase(app, base)
const elsewhere = await createPhase(app, other)
const below = {
  audited: { entity: 'contracts', id: base.id },
  as,
  outsider: () =>
    app.signInAs([
      'Projects.View',
      'ProjectContracts.View',
      'ProjectContracts.Manage',
      'ProjectContracts.ConstructionPhasesCreate',
      'ProjectContracts.ConstructionPhasesUpdate',
      'ProjectContracts.ConstructionPhasesDelete',
      'ProjectContracts.DocumentsUpload',
      'ProjectContracts.DocumentsUpdateDetails',
      'ProjectContracts.DocumentsDelete',
    ]),
}
const readPhases = async (by: Caller): Promise<AnyRow[]> => (await by('GET', `/api/contracts/${base.id}/Phases`)).body.items

childContract(app, {
  ...below,
  name: 'Phase',
  calls: { create: createPhaseCall, update: changePhase, remove: deletePhase },
  parent: { id: base.id },
  elsewhere: { id: other.id },
  valid: () => ({
    type: ConstructionPhaseType.CD,
    name: 'Design',
    startDate: '2026-03-02',
    endDate: '2026-04-30',
    feeType: FeeType.Fixed,
    fee: 1200.5,
    percentComplete: 40,
  }),
  unseen: { feeType: undefined, fee: undefined },
  without: {
    parentPhaseId: 'needs another phase: contracts.test.ts',
    dateRangeType: 'needs months: contracts.test.ts',
    startMonth: 'instead of the days: contracts.test.ts',
    endMonth: 'instead of the days: contracts.test.ts',
    discipline: 'only in combined proposals: contracts.test.ts',
  },
  invalid: [
    ['type', 99, messages.unknown],
    ['startDate', '2026-02-31', messages.date],
    ['endDate', '2026-03-01', 'The end is before the start.'],
    ['fee', null, messages.required],
    ['parentPhaseId', 999_999_999, 'Phase not found.'],
  ],
  change: { name: 'Design development', percentComplete: 60 },
  rowIn: (answer) => answer.phase,
  list: readPhases,
  also: ['ProjectContracts.ConstructionPhasesView', moneyMasks.revenueSums],
})

childContract(app, {
  ...below,
  name: 'Phase record',
  calls: { create: createRecord, update: changeRecord, remove: deleteRecord },
  parent: { id: base.id, phaseId: phase.id },
  elsewhere: { id: other.id, phaseId: elsewhere.id },
  valid: () => ({
    type: PhaseRecordType.GenericEntry,
    genericName: 'Programmer',
    laborType: LaborType.SC,
    hours: 40,
    allocations: [
      { month: '2026-03', hours: 15 },
      { month: '2026-04', hours: 25 },
    ],
    sellRate: 200,
    costRate: 90,
    note: 'Racks',
  }),
  unseen: { sellRate: undefined, costRate: undefined },
  without: { userId: 'only for a person: contracts.test.ts' },
  invalid: [
    ['laborType', 99, messages.unknown],
    ['hours', 0, messages.minimum(0.01)],
    ['allocations', [{ month: '2026-03', hours: 15 }], 'The months add up to 15 h, not to 40 h.'],
  ],
  change: { note: 'Racks and cables' },
  rowIn: (answer) => answer.record,
  list: async (by) => (await readPhases(by)).find(({ id }) => id === phase.id)?.records,
  also: [
    'Projects.View',
    'ProjectAccessList.Update',
    'ProjectContracts.Manage',
    'ProjectContracts.ConstructionPhasesView',
    ...Object.values(moneyMasks),
    'ProjectContracts.UpdateLaborSellRates',
    'ProjectContracts.UpdateLaborCostRates',
  ],
})

childContract(app, {
  ...below,
  name: 'Contract document',
  calls: { create: createContractDocument, update: changeContractDocument, remove: deleteContractDocument },
  parent: { id: base.id },
  elsewhere: { id: other.id },
  async valid(by) {
    const form = new FormData()
    form.append('file', new Blob(['signed']), 'signed.txt')
    const file = (await by('POST', '/api/files', form)).body
    return { name: 'Agreement', description: 'Signed copy', documentDate: '2026-02-24', fileId: file.id }
  },
  invalid: [['documentDate', '2026-02-31', messages.date]],
  change: { name: 'Amended agreement' },
  list: async (by) => (await by('GET', `/api/contracts/${base.id}/Documents`)).body.items,
  also: ['ProjectContracts.DocumentsView'],
  isAlwaysOpen: true,
})
