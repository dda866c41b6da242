import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { givenContract } from '../../../test/kit/fixtures/contracts.ts'
import { addToAccessList, createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { createContract } from '../../model/contracts/contract-calls.ts'
import { createContractExpense } from '../../model/contracts/direct-expenses.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
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
