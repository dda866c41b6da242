import { beforeAll, describe, expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import {
  createPhase,
  createPhaseRecord,
  exampleRates,
  givenContract,
  readContract,
  setDefaultRates,
} from '../../../test/kit/fixtures/contracts.ts'
import { addToAccessList, createProject, createProjectClient } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { internalPermissions, type Permission } from '../../model/permissions.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const { admin } = app
const signInWithout = (...missing: Permission[]) => app.signInAs(internalPermissions.filter((name) => !missing.includes(name)))
beforeAll(() => setDefaultRates(app))

describe('contract', () => {
  it('is numbered and uniquely named in its project, with the default rates', async () => {
    const project = await createProject(app)
    const first = await givenContract(app, project, { name: 'Base design' })
    expect(first).toMatchObject({
      number: `${project.number}-P01`,
      status: 1,
      origin: 1,
      type: 1,
      isLocked: false,
      client: { id: project.client.id },
    })
    expect(first.laborRates).toHaveLength(8)
    expect(first.laborRates[1]).toEqual(exampleRates)
    const again = await admin('POST', `/api/projects/${project.id}/Contracts`, { name: 'base DESIGN' })
    expect(again).toMatchObject({ status: 409, body: { fields: { name: ['This name is already taken.'] } } })
    await admin('DELETE', `/api/contracts/${first.id}`)
    expect(await givenContract(app, project, { name: 'Base design' })).toMatchObject({ number: `${project.number}-P02` })
  })

  it('requires the fields of its proposal type, and books internal hours', async () => {
    const project = await createProject(app)
    const refused = async (more: AnyRow) =>
      (await admin('POST', `/api/projects/${project.id}/Contracts`, { name: uniqueName('Contract'), ...more })).body.fields
    expect(await refused({ proposalType: 5 })).toEqual({ combinedProposalTypes: ['Select at least one!'] })
    expect(await refused({ proposalType: 6 })).toEqual({ manufacturerId: ['This field is required!'] })
    expect(await refused({ tempoUrl: 'https://example.com/x' })).toEqual({ tempoUrl: ['Invalid Tempo URL!'] })
    const combined = await givenContract(app, project, { proposalType: 5, combinedProposalTypes: [1, 3] })
    expect(combined.combinedProposalTypes).toEqual([1, 3])
    const answer = await admin('PUT', `/api/contracts/${combined.id}`, {
      name: combined.name,
      proposalType: 1,
      combinedProposalTypes: [1],
      rowVersion: combined.rowVersion,
    })
    expect(answer.body).toMatchObject({ proposalType: 1, combinedProposalTypes: [] })
    expect((await admin('PUT', `/api/contracts/${combined.id}`, { name: 'Other', rowVersion: combined.rowVersion })).body.detail).toBe(
      'stale',
    )
  })

  it('C1: matches the worked example and follows the dates of its phases', async () => {
    const contract = await givenContract(app, await createProject(app))
    const phase = await createPhase(app, contract)
    const record = await createPhaseRecord(app, contract, phase)
    expect(record).toMatchObject({ revenue: 7200, cost: 3300, effectiveSellRate: 180, effectiveCostRate: 75, effectiveGaFeePercent: 10 })
    await createRow(app, `/api/contracts/${contract.id}/DirectExpenses`, {
      category: 0,
      description: 'Flight',
      date: '2026-03-03',
      revenue: 500,
      cost: 420,
    })
    expect(await readContract(admin, contract)).toMatchObject({
      startDate: '2026-03-02',
      endDate: '2026-04-30',
      laborHours: 40,
      totalRevenue: 7700,
      totalCost: 3720,
      phasesCount: 1,
      directExpensesCount: 1,
      sums: {
        laborRevenue: 7200,
        laborCost: 3300,
        directExpensesRevenue: 500,
        directExpensesCost: 420,
        netProfit: 3980,
        marginPercent: 51.69,
      },
    })
    const { startDate, endDate } = await readContract(admin, contract)
    await admin('PUT', `/api/contracts/${contract.id}`, { name: contract.name, startDate, endDate })
    await createPhase(app, contract, { endDate: '2026-06-30' })
    expect((await readContract(admin, contract)).endDate).toBe('2026-06-30')
    await createPhase(app, contract, { type: 7, name: 'Site visits' }).then((nic) => createPhaseRecord(app, contract, nic))
    expect(await readContract(admin, contract)).toMatchObject({ totalRevenue: 7700, totalCost: 7020 })
  })

  it('takes its expenses out of the list of all expenses when it is deleted', async () => {
    const contract = await givenContract(app, await createProject(app))
    await createRow(app, `/api/contracts/${contract.id}/DirectExpenses`, {
      category: 0,
      description: 'Flight to the site',
      date: '2026-03-03',
      revenue: 500,
      cost: 420,
    })
    const listed = async () => (await admin('GET', `/api/directExpenses?contractIds=${contract.id}`)).body.total
    expect(await listed()).toBe(1)
    expect((await admin('DELETE', `/api/contracts/${contract.id}`)).status).toBe(204)
    expect(await listed()).toBe(0)
  })

  it('is copied with phases, children, records and rates, but without expenses', async () => {
    const source = await givenContract(app, await createProject(app))
    const parent = await createPhase(app, source, { name: 'CD', feeType: 2, fee: 900, percentComplete: 40 })
    const child = await createPhase(app, source, { name: 'CD 50 %', parentPhaseId: parent.id })
    await createPhaseRecord(app, source, child, { hours: 12.5, note: 'drawings' })
    await admin('PUT', `/api/contracts/${source.id}/LaborRates`, { rates: [{ laborType: 2, sellRate: 200 }] })
    await createRow(app, `/api/contracts/${source.id}/DirectExpenses`, {
      category: 0,
      description: 'Flight',
      date: '2026-03-03',
      revenue: 500,
    })
    const copy = await givenContract(app, await createProject(app), { copyFromContractId: source.id })
    expect(copy).toMatchObject({ status: 1, directExpensesCount: 0, laborHours: 12.5, sums: { laborRevenue: 900 + 2500 } })
    const phases = (await admin('GET', `/api/contracts/${copy.id}/Phases`)).body.items
    expect(phases).toMatchObject([
      { name: 'CD', feeType: 2, fee: 900, parentPhaseId: null, totalHours: 12.5, percentComplete: null },
      { name: 'CD 50 %', parentPhaseId: phases[0].id, records: [{ hours: 12.5, note: 'drawings', laborType: 2 }] },
    ])
    const stranger = await signInWithout('ProjectAccessList.Update', 'LeadAccessList.Update')
    await app.sql('insert into project_access_entries (project_id, user_id) values ($1, $2)', [source.project.id, admin.userId])
    const open = await createProject(app)
    expect(
      (await stranger('POST', `/api/projects/${open.id}/Contracts`, { name: 'Copy', copyFromContractId: source.id })).body.fields,
    ).toEqual({
      copyFromContractId: ['Contract not found.'],
    })
  })

  it('appears in lists, search, counters and the client ranking', async () => {
    const client = await createProjectClient(app)
    const project = await createProject(app, { clientId: client.id })
    const contract = await givenContract(app, project, { name: 'Auditorium acoustics' })
    await createPhaseRecord(app, contract, await createPhase(app, contract))
    const listed = async (query: AnyRow) =>
      (await admin('GET', '/api/contracts', undefined, { query })).body.items.map(({ id }: AnyRow) => id)
    expect(await listed({ search: client.name })).toEqual([contract.id])
    expect(await listed({ search: project.number })).toEqual([contract.id])
    expect(await listed({ clientIds: [client.id], contractStatuses: [1], contractTypes: [1], contractOrigins: [1] })).toEqual([contract.id])
    expect(await listed({ clientIds: [client.id], contractStatuses: [3] })).toEqual([])
    expect((await admin('GET', `/api/projects/${project.id}/Contracts`)).body).toMatchObject({
      total: 1,
      items: [{ id: contract.id, totalRevenue: 7200 }],
    })
    const { contracts } = (await admin('GET', '/api/spotlight', undefined, { query: { term: 'Auditorium acoustics' } })).body
    expect(contracts.items).toEqual([
      { id: contract.id, name: contract.name, number: contract.number, status: 1, origin: 1, type: 1, isLocked: false, isArchived: false },
    ])
    expect((await admin('GET', `/api/projects/${project.id}/Stats`)).body.contractsCount).toBe(1)
    expect((await admin('GET', `/api/clients/${client.id}/Stats`)).body.contractsCount).toBe(1)
    const ranked = async (query: AnyRow = {}) =>
      (await admin('GET', '/api/clients/Ranking', undefined, { query: { type: 0, count: 200, ...query } })).body.items.filter(
        ({ id }: AnyRow) => id === client.id,
      )
    expect(await ranked()).toEqual([])
    await admin('PUT', `/api/contracts/${contract.id}/SendForApproval`, {})
    await admin('PUT', `/api/contracts/${contract.id}/Approve`, {})
    expect(await ranked()).toMatchObject([{ value: 7200 }])
    expect(await ranked({ to: '2001-01-01' })).toEqual([])
    const managerless = await signInWithout('ProjectContracts.Manage')
    expect((await managerless('GET', '/api/contracts')).status).toBe(403)
    expect((await managerless('GET', '/api/spotlight', undefined, { query: { term: 'Auditorium acoustics' } })).body.contracts.total).toBe(
      0,
    )
  })
})

describe('4.2, condition 4', () => {
  it('shows the project to a user with hours in a contract until it is archived', async () => {
    const project = await createProject(app)
    await app.sql('insert into project_access_entries (project_id, user_id) values ($1, $2)', [project.id, admin.userId])
    const person = await app.signInAs(['Projects.View'], { isNew: true })
    const sees = async () => (await person('GET', `/api/projects/${project.id}`)).status
    expect(await sees()).toBe(404)
    const contract = await givenContract(app, project)
    await createPhaseRecord(app, contract, await createPhase(app, contract, { startDate: '2020-01-01', endDate: '2020-02-01' }), {
      userId: person.userId,
    })
    expect(await sees()).toBe(200)
    expect((await person('GET', '/api/projects', undefined, { query: { search: project.number } })).body.total).toBe(1)
    await admin('PUT', `/api/contracts/${contract.id}/Archive`, {})
    expect(await sees()).toBe(404)
    await admin('PUT', `/api/contracts/${contract.id}/Unarchive`, {})
    expect(await sees()).toBe(200)
  })
})

describe('C5: masks', () => {
  const sell = 'ProjectContracts.ViewLaborSellRates'
  const cost = 'ProjectContracts.ViewLaborCostRates'
  const fees = 'ProjectContracts.ViewAndUpdateLaborRatesGAFees'
  const revenueSums = 'ProjectContracts.ViewRevenueSums'
  const costSums = 'ProjectContracts.ViewCostSums'
  const expenseCost = 'ProjectContracts.ViewAndUpdateDirectExpensesCost'
  async function example() {
    const contract = await givenContract(app, await createProject(app))
    const phase = await createPhase(app, contract)
    const record = await createPhaseRecord(app, contract, phase)
    const expense = await createRow(app, `/api/contracts/${contract.id}/DirectExpenses`, {
      category: 0,
      description: uniqueName('Flight'),
      date: '2026-03-03',
      revenue: 500,
      cost: 420,
    })
    return { contract, phase, record, expense }
  }
  const seenBy = async (missing: Permission, contract: AnyRow) => {
    const who = await signInWithout(missing)
    const get = async (path: string) => (await who('GET', `/api/${path}`)).body
    const page = await get(`contracts/${contract.id}`)
    const [phase] = (await get(`contracts/${contract.id}/Phases`)).items
    const [row] = (await get(`projects/${contract.project.id}/Contracts`)).items
    const [expense] = (await get(`contracts/${contract.id}/DirectExpenses`)).items
    return { page, phase, record: phase.records[0], row, rates: (await get(`contracts/${contract.id}/LaborRates`)).items[1], expense }
  }
  const keys = (value: object, ...names: string[]) => names.filter((name) => name in value)

  it.each([
    [sell, { rates: ['sellRate'], record: ['sellRate', 'effectiveSellRate', 'revenue'], sums: [], phase: [] }],
    [cost, { rates: ['costRate'], record: ['costRate', 'effectiveCostRate', 'cost'], sums: [], phase: [] }],
    [fees, { rates: ['gaFeePercent'], record: ['gaFeePercent', 'effectiveGaFeePercent'], sums: [], phase: [] }],
    [
      revenueSums,
      {
        rates: [],
        record: [],
        sums: ['laborRevenue', 'directExpensesRevenue', 'totalRevenue', 'netProfit', 'marginPercent'],
        phase: ['fee', 'revenue', 'totalRevenue'],
      },
    ],
    [
      costSums,
      {
        rates: [],
        record: [],
        sums: ['laborCost', 'directExpensesCost', 'totalCost', 'netProfit', 'marginPercent'],
        phase: ['cost', 'totalCost'],
      },
    ],
  ] as [Permission, Record<'rates' | 'record' | 'sums' | 'phase', string[]>][])(
    'hides its values everywhere without %s',
    async (missing, hidden) => {
      const { contract } = await example()
      const all = await seenBy('Roles.Delete', contract)
      const seen = await seenBy(missing, contract)
      for (const part of ['rates', 'record', 'phase'] as const) {
        expect(keys(all[part], ...hidden[part]), part).toEqual(hidden[part])
        expect(keys(seen[part], ...hidden[part]), part).toEqual([])
      }
      expect(keys(all.page.sums, ...hidden.sums)).toEqual(hidden.sums)
      expect(keys(seen.page.sums, ...hidden.sums)).toEqual([])
      expect(keys(seen.page.laborRates[1], ...hidden.rates)).toEqual([])
      for (const total of ['totalRevenue', 'totalCost'] as const) {
        expect(total in seen.page).toBe(!hidden.sums.includes(total))
        expect(total in seen.row).toBe(!hidden.sums.includes(total))
      }
    },
  )

  it('rejects sorting by a hidden column and omits it from exports', async () => {
    const { contract } = await example()
    const who = await signInWithout(revenueSums)
    const sorted = (path: string) => who('GET', `/api/${path}`, undefined, { query: { sortBy: ['totalRevenue'] } })
    expect((await sorted('contracts')).status).toBe(403)
    expect((await sorted(`projects/${contract.project.id}/Contracts`)).status).toBe(403)
    expect((await sorted('contracts/Export')).status).toBe(403)
    const sheets = async (caller: typeof admin) => {
      const task = await waitForFile(
        caller,
        (await caller('GET', '/api/contracts/Export', undefined, { query: { search: contract.number } })).body.id,
      )
      return JSON.stringify(readWorkbook((await caller('GET', task.url)).body))
    }
    expect(await sheets(admin)).toContain('Total revenue')
    expect(await sheets(who)).not.toContain('Total revenue')
    const blind = await signInWithout(expenseCost)
    expect((await blind('GET', '/api/directExpenses', undefined, { query: { sortBy: ['cost'] } })).status).toBe(403)
  })

  it('keeps hidden values and rejects changes to them', async () => {
    const { contract, phase, record, expense } = await example()
    const at = `/api/contracts/${contract.id}`
    const sellBlind = await signInWithout(sell)
    const row = { type: 1, laborType: 2, hours: 41 }
    await admin('PUT', `${at}/Phases/${phase.id}/Records/${record.id}`, { ...row, sellRate: 199 })
    expect((await sellBlind('PUT', `${at}/Phases/${phase.id}/Records/${record.id}`, { ...row, sellRate: 1 })).status).toBe(403)
    expect((await sellBlind('PUT', `${at}/Phases/${phase.id}/Records/${record.id}`, row)).status).toBe(200)
    expect((await readContract(admin, contract)).sums.laborRevenue).toBe(41 * 199)
    const feeBlind = await signInWithout(revenueSums)
    const range = { type: 3, startDate: '2026-03-02', endDate: '2026-04-30' }
    expect((await feeBlind('PUT', `${at}/Phases/${phase.id}`, { ...range, feeType: 2, fee: 5 })).status).toBe(403)
    await admin('PUT', `${at}/Phases/${phase.id}`, { ...range, feeType: 2, fee: 5000 })
    expect((await feeBlind('PUT', `${at}/Phases/${phase.id}`, { ...range, feeType: 2, percentComplete: 30 })).status).toBe(200)
    expect((await admin('GET', `${at}/Phases`)).body.items[0]).toMatchObject({ fee: 5000, percentComplete: 30 })
    // A correct guess gets the same response as a wrong one; otherwise values could be found by trial.
    for (const [who, path, body, right] of [
      [sellBlind, `Phases/${phase.id}/Records/${record.id}`, (sellRate: number) => ({ ...row, sellRate }), 199],
      [feeBlind, `Phases/${phase.id}`, (fee: number) => ({ ...range, feeType: 2, fee }), 5000],
      [
        sellBlind,
        'LaborRates',
        (sellRate: number) => ({ rates: [{ laborType: 2, sellRate }] }),
        (await readContract(admin, contract)).laborRates[1].sellRate,
      ],
    ] as const) {
      const guess = (value: number) => who('PUT', `${at}/${path}`, body(value))
      const [wrongGuess, same] = [await guess(right + 1), await guess(right)]
      expect([path, wrongGuess.status, same.status, same.body]).toEqual([path, 403, 403, wrongGuess.body])
    }
    const costBlind = await signInWithout(expenseCost)
    const flight = { category: 0, description: expense.description, date: '2026-03-03', revenue: 510 }
    expect((await costBlind('PUT', `/api/directExpenses/${expense.id}`, { ...flight, cost: 1 })).status).toBe(403)
    expect((await costBlind('PUT', `/api/directExpenses/${expense.id}`, flight)).body).not.toHaveProperty('cost')
    expect((await readContract(admin, contract)).sums).toMatchObject({ directExpensesRevenue: 510, directExpensesCost: 420 })
    const rates = (column: string) => ({ rates: [{ laborType: 2, [column]: 7 }] })
    for (const [column, name] of [
      ['sellRate', 'ProjectContracts.UpdateLaborSellRates'],
      ['costRate', 'ProjectContracts.UpdateLaborCostRates'],
      ['gaFeePercent', fees],
    ] as const)
      expect(await (await signInWithout(name))('PUT', `${at}/LaborRates`, rates(column)), column).toMatchObject({
        status: 403,
        body: { detail: name },
      })
  })

  it('hides rates in both logs from users without the permission', async () => {
    const { contract } = await example()
    await admin('PUT', `/api/contracts/${contract.id}/LaborRates`, { rates: [{ laborType: 2, sellRate: 191.23 }] })
    const who = await signInWithout(sell)
    const log = async (caller: typeof admin) => JSON.stringify((await caller('GET', `/api/contracts/${contract.id}/ActivityLogs`)).body)
    expect(await log(who)).toContain('Rates of SC')
    expect(await log(who)).not.toContain('191.23')
    const [entry] = await app.sql(`select id from audit_log where entity = 'contracts' and entity_id = $1 order by id desc limit 1`, [
      String(contract.id),
    ])
    const audit = async (caller: typeof admin) => JSON.stringify((await caller('GET', `/api/auditLogs/${entry!.id}`)).body)
    expect(await audit(admin)).toContain('191.23')
    expect(await audit(who)).not.toContain('191.23')
    expect(await audit(who)).toContain('costRate')
    const outside = await signInWithout('ProjectContracts.View', 'ProjectContracts.ConstructionPhasesView')
    const told = (await outside('GET', `/api/projects/${contract.project.id}/ActivityLogs`, undefined, { query: { itemsPerPage: 100 } }))
      .body.items
    expect(told.filter(({ entity }: AnyRow) => entity === 'contracts')).toEqual([])
  })
})

describe('C4: defaults', () => {
  it('apply to later contracts only, until a refresh', async () => {
    const project = await createProject(app)
    const before = await givenContract(app, project)
    await createPhaseRecord(app, before, await createPhase(app, before))
    await setDefaultRates(app, [{ ...exampleRates, sellRate: 200 }])
    expect((await readContract(admin, before)).laborRates[1].sellRate).toBe(180)
    expect((await givenContract(app, project)).laborRates[1].sellRate).toBe(200)
    expect((await admin('PUT', `/api/contracts/${before.id}/LaborRates/Refresh`)).body.items[1].sellRate).toBe(200)
    expect((await readContract(admin, before)).sums.laborRevenue).toBe(8000)
    await setDefaultRates(app)
  })
  it('use the rates of a person at the time of selection', async () => {
    const person = await app.signInAs([], { isNew: true })
    const set = (sellRate: number) =>
      admin('PUT', `/api/users/${person.userId}/LaborRates`, { rates: [{ laborType: 2, sellRate, costRate: 90 }] })
    expect((await set(210)).body.items).toEqual([{ laborType: 2, sellRate: 210, costRate: 90 }])
    const contract = await givenContract(app, await createProject(app))
    const phase = await createPhase(app, contract)
    const record = await createPhaseRecord(app, contract, phase, { userId: person.userId })
    expect(record).toMatchObject({ sellRate: 210, costRate: 90, revenue: 8400, cost: 3960 })
    await set(300)
    const at = `/api/contracts/${contract.id}/Phases/${phase.id}/Records/${record.id}`
    const same = await admin('PUT', at, { type: 0, userId: person.userId, laborType: 2, hours: 40, sellRate: 210, costRate: 90 })
    expect(same.body.record).toMatchObject({ sellRate: 210 })
    const generic = await admin('PUT', at, { type: 1, laborType: 2, hours: 40, sellRate: 210, costRate: 90 })
    expect(generic.body.record).toMatchObject({ sellRate: null, effectiveSellRate: 180, genericName: 'Generic' })
  })
  it('show and update each section with its own permission', async () => {
    const only = await app.signInAs(['DNADefaults.View', 'DNADefaults.ViewShiftRequests', 'DNADefaults.UpdateShiftRequests'])
    expect(Object.keys((await only('GET', '/api/dnaDefaults')).body).sort()).toEqual(['rowVersion', 'shiftRequests'])
    const changed = await only('PUT', '/api/dnaDefaults/ShiftRequests', {
      maxMonthsAhead: 6,
      requireReason: false,
      notifyUserIds: [admin.userId],
    })
    expect(changed.body.shiftRequests).toMatchObject({ maxMonthsAhead: 6, requireReason: false, notifyUsers: [{ id: admin.userId }] })
    for (const section of ['LaborRates', 'AccessGroups', 'ResourceOffers'])
      expect((await only('PUT', `/api/dnaDefaults/${section}`, {})).status, section).toBe(403)
    expect((await admin('PUT', '/api/dnaDefaults/ResourceOffers', { maxHoursPerOffer: 20 })).body.resourceOffers).toEqual({
      maxHoursPerOffer: 20,
      requireDeclineReason: true,
      allowAdditionalHours: true,
      notifyUsers: [],
    })
  })
  it('add the default access groups to new projects and leads', async () => {
    const member = await app.signInAs(['Projects.View', 'Leads.View'], { isNew: true })
    const stranger = await app.signInAs(['Projects.View', 'Leads.View'], { isNew: true })
    const group = await createRow(app, '/api/accessGroups', { name: uniqueName('Group'), userIds: [member.userId] })
    const groups = { projectAccessGroupIds: [group.id], leadAccessGroupIds: [group.id] }
    expect((await admin('PUT', '/api/dnaDefaults/AccessGroups', groups)).body.accessGroups).toEqual({
      projectAccessGroups: [{ id: group.id, name: group.name }],
      leadAccessGroups: [{ id: group.id, name: group.name }],
    })
    const project = await createProject(app)
    const lead = await createRow(app, '/api/leads', { name: uniqueName('Lead') })
    const sees = async (caller: typeof admin) => [
      (await caller('GET', `/api/projects/${project.id}`)).status,
      (await caller('GET', `/api/leads/${lead.id}`)).status,
    ]
    expect(await sees(member)).toEqual([200, 200])
    expect(await sees(stranger)).toEqual([404, 404])
    expect((await admin('PUT', '/api/dnaDefaults/AccessGroups', { leadAccessGroupIds: [], projectAccessGroupIds: null })).status).toBe(400)
    expect((await admin('PUT', '/api/dnaDefaults/AccessGroups', {})).status, 'a list that is not named is not emptied').toBe(200)
    expect((await admin('GET', '/api/dnaDefaults')).body.accessGroups.projectAccessGroups).toHaveLength(1)
    for (const id of [project.id, lead.id])
      await admin('PUT', `/api/${id === lead.id ? 'leads' : 'projects'}/${id}/AccessList`, {
        userIds: [],
        accessGroupIds: [],
        opensToEverybody: true,
      })
    for (const used of [
      { projectAccessGroupIds: [], leadAccessGroupIds: [group.id] },
      { projectAccessGroupIds: [group.id], leadAccessGroupIds: [] },
    ]) {
      await admin('PUT', '/api/dnaDefaults/AccessGroups', used)
      expect(await admin('DELETE', `/api/accessGroups/${group.id}`)).toMatchObject({
        status: 409,
        body: { message: `${group.name} is used by the DNA defaults and cannot be deleted.` },
      })
    }
    await app.sql('update access_groups set is_deleted = true where id = $1', [group.id])
    const later = await createProject(app)
    expect((await stranger('GET', `/api/projects/${later.id}`)).status, 'a group that is gone hides nothing').toBe(200)
    await admin('PUT', '/api/dnaDefaults/AccessGroups', { projectAccessGroupIds: [], leadAccessGroupIds: [] })
  })
})

describe('phases and records', () => {
  it('C6: offer three delete options and require a choice', async () => {
    for (const [option, left] of [
      [1, ['A', 'B']],
      [2, ['A', 'C1', 'C2', 'B']],
      [3, ['A', 'C1', 'C2<C1', 'B']],
    ] as const) {
      const contract = await givenContract(app, await createProject(app))
      await createPhase(app, contract, { name: 'A' })
      const parent = await createPhase(app, contract, { name: 'P' })
      await createPhase(app, contract, { name: 'B' })
      for (const name of ['C1', 'C2'])
        await createPhaseRecord(app, contract, await createPhase(app, contract, { name, parentPhaseId: parent.id }))
      await createPhaseRecord(app, contract, parent)
      const at = `/api/contracts/${contract.id}/Phases/${parent.id}`
      expect((await admin('DELETE', at)).body.fields).toEqual({ option: ['This field is required!'] })
      const { items, sums } = (await admin('DELETE', at, undefined, { query: { option } })).body
      const nameOf = (id: number | null) => items.find((item: AnyRow) => item.id === id)?.name
      expect(items.map(({ name, parentPhaseId }: AnyRow) => (parentPhaseId ? `${name}<${nameOf(parentPhaseId)}` : name))).toEqual(left)
      expect(sums.laborHours).toBe(option === 1 ? 0 : 80)
    }
  })
  it('have one level of children, date or month ranges, and an order', async () => {
    const contract = await givenContract(app, await createProject(app))
    const at = `/api/contracts/${contract.id}/Phases`
    const parent = await createPhase(app, contract)
    expect(parent).toMatchObject({ name: 'Construction Documents', dateRangeType: 1, feeType: 1 })
    const child = await createPhase(app, contract, {
      parentPhaseId: parent.id,
      dateRangeType: 2,
      startDate: null,
      endDate: null,
      startMonth: '2026-02',
      endMonth: '2026-03',
    })
    expect(child).toMatchObject({ startDate: '2026-02-01', endDate: '2026-03-31' })
    const post = (more: AnyRow) => admin('POST', at, { type: 3, startDate: '2026-03-02', endDate: '2026-04-30', ...more })
    expect((await post({ parentPhaseId: child.id })).body.fields).toEqual({ parentPhaseId: ['A child has no children.'] })
    expect((await post({ discipline: 1 })).body.fields).toHaveProperty('discipline')
    expect((await post({ feeType: 3 })).body.fields).toEqual({ fee: ['This field is required!'] })
    const [shown] = (await admin('GET', at)).body.items
    expect(shown).toMatchObject({ startDate: '2026-03-02', shownStartDate: '2026-02-01', shownEndDate: '2026-04-30' })
    const moved = await admin('PUT', `${at}/${parent.id}`, {
      type: 3,
      startDate: '2026-04-02',
      endDate: '2026-05-31',
      moveChildren: true,
      rowVersion: 1,
    })
    expect(moved.body.phase).toMatchObject({ startDate: '2026-04-02', rowVersion: 2 })
    expect((await admin('GET', at)).body.items[1]).toMatchObject({ startDate: '2026-03-01', endDate: '2026-04-30' })
    expect(
      await admin('PUT', `${at}/${parent.id}`, { type: 3, startDate: '2026-04-02', endDate: '2026-05-31', rowVersion: 1 }),
    ).toMatchObject({ status: 409 })
    const last = await createPhase(app, contract, { name: 'Last' })
    expect((await admin('PUT', `${at}/Order`, { ids: [last.id, parent.id] })).body.items.map(({ id }: AnyRow) => id)).toEqual([
      last.id,
      parent.id,
      child.id,
    ])
  })
  it('move with their parent by whole months or days, and come back as they were', async () => {
    const contract = await givenContract(app, await createProject(app))
    const at = `/api/contracts/${contract.id}/Phases`
    const monthly = (month: string, more: AnyRow = {}) =>
      createPhase(app, contract, { dateRangeType: 2, startDate: null, endDate: null, startMonth: month, endMonth: month, ...more })
    const parent = await monthly('2026-01')
    const children = [
      await monthly('2026-01', { parentPhaseId: parent.id }),
      await monthly('2026-03', { parentPhaseId: parent.id }),
      await createPhase(app, contract, { parentPhaseId: parent.id, startDate: '2026-01-31', endDate: '2026-02-10' }),
    ]
    await createPhaseRecord(app, contract, children[2] as AnyRow, { hours: 5, allocations: [{ month: '2026-01', hours: 5 }] })
    const ranges = async () => (await admin('GET', at)).body.items.slice(1).map(({ startDate, endDate }: AnyRow) => [startDate, endDate])
    const before = await ranges()
    const moveTo = (month: string) =>
      admin('PUT', `${at}/${parent.id}`, {
        type: 3,
        dateRangeType: 2,
        startMonth: month,
        endMonth: month,
        moveChildren: true,
        moveHours: true,
      })
    expect((await moveTo('2026-02')).status).toBe(200)
    expect(await ranges()).toEqual([
      ['2026-02-01', '2026-02-28'],
      ['2026-04-01', '2026-04-30'],
      ['2026-03-03', '2026-03-13'],
    ])
    expect((await moveTo('2026-01')).status).toBe(200)
    expect(await ranges()).toEqual(before)
    expect((await admin('GET', at)).body.items[3].records).toMatchObject([{ allocations: [{ month: '2026-01', hours: 5 }] }])
  })
  it('move monthly hours with the phase on request, and reject leaving them outside', async () => {
    const contract = await givenContract(app, await createProject(app))
    const phase = await createPhase(app, contract)
    const month = (name: string) => [{ month: name, hours: 40 }]
    await createPhaseRecord(app, contract, phase, { allocations: month('2026-03') })
    const at = `/api/contracts/${contract.id}/Phases/${phase.id}`
    const later = { type: 3, startDate: '2026-05-02', endDate: '2026-06-30' }
    expect((await admin('PUT', at, later)).body.fields).toEqual({ startDate: ['Hours are planned in Mar 2026.'] })
    expect((await admin('PUT', at, { ...later, moveHours: true })).body.phase.records).toMatchObject([{ allocations: month('2026-05') }])
    const back = { ...later, startDate: '2026-03-02', endDate: '2026-04-30', moveHours: true }
    expect((await admin('PUT', at, back)).body.phase.records).toMatchObject([{ allocations: month('2026-03') }])
  })
  it('reject hours in a pause, duplicates, months outside the phase and wrong sums', async () => {
    const contract = await givenContract(app, await createProject(app))
    const phase = await createPhase(app, contract)
    const pause = await createPhase(app, contract, { type: 6 })
    const post = (more: AnyRow, target = phase) =>
      admin('POST', `/api/contracts/${contract.id}/Phases/${target.id}/Records`, { type: 1, laborType: 2, hours: 40, ...more })
    expect(await post({}, pause)).toMatchObject({ status: 409, body: { message: 'A phase on hold has no hours.' } })
    const priced = await createPhase(app, contract, { type: 6, feeType: 2, fee: 5000 })
    expect(priced, 'nor a fee').toMatchObject({ feeType: 1, fee: null, revenue: 0 })
    expect((await post({ hours: 0 })).body.fields).toEqual({ hours: ['Minimum number is 0.01'] })
    expect((await post({ type: 0 })).body.fields).toEqual({ userId: ['This field is required!'] })
    expect((await post({ laborType: null })).body.fields).toEqual({ laborType: ['This field is required!'] })
    expect((await post({ allocations: [{ month: '2026-05', hours: 40 }] })).body.fields).toEqual({
      allocations: ['May 2026 is outside the phase.'],
    })
    const negative = [
      { month: '2026-04', hours: -1 },
      { month: '2026-03', hours: 41 },
    ]
    expect(await post({ allocations: negative })).toMatchObject({
      status: 400,
      body: { fields: { 'allocations[0].hours': ['Minimum number is 0'] } },
    })
    expect((await post({ allocations: [{ month: '2026-03', hours: 30 }] })).body.fields).toEqual({
      allocations: ['The months add up to 30 h, not to 40 h.'],
    })
    const person = await app.signInAs([], { isNew: true })
    expect((await post({ type: 0, userId: person.userId })).status).toBe(201)
    expect((await post({ type: 0, userId: person.userId })).status).toBe(409)
    expect((await post({ type: 0, userId: person.userId, laborType: 3 })).status).toBe(201)
    await app.sql('update users set is_suspended = true where id = $1', [person.userId])
    expect((await post({ type: 0, userId: person.userId, laborType: 4 })).body.fields.userId[0]).toContain('is suspended')
    const { body } = await post({
      allocations: [
        { month: '2026-03', hours: 30 },
        { month: '2026-04', hours: 10 },
      ],
    })
    expect(body.record.allocations).toHaveLength(2)
    const narrow = await admin('PUT', `/api/contracts/${contract.id}/Phases/${phase.id}`, {
      type: 3,
      startDate: '2026-04-01',
      endDate: '2026-04-30',
    })
    expect(narrow.body.fields).toEqual({ startDate: ['Hours are planned in Mar 2026.'] })
    expect(
      (await admin('PUT', `/api/contracts/${contract.id}/Phases/${phase.id}`, { type: 6, startDate: '2026-03-02', endDate: '2026-04-30' }))
        .status,
    ).toBe(409)
  })
})

describe('documents', () => {
  it('can be added and deleted on a locked contract, and need the download permission', async () => {
    const contract = await givenContract(app, await createProject(app))
    await admin('PUT', `/api/contracts/${contract.id}/Lock`, {})
    const form = new FormData()
    form.set('file', new File(['signed'], 'Signed.txt'))
    const file = (await admin('POST', '/api/files', form)).body
    const at = `/api/contracts/${contract.id}/Documents`
    const created = await createRow(app, at, { fileId: file.id, documentDate: '2026-02-24' })
    expect(created).toMatchObject({ name: 'Signed.txt', fileName: 'Signed.txt', size: 6, url: expect.stringContaining(file.id) })
    const blind = await signInWithout('ProjectContracts.DocumentsDownload')
    expect((await blind('GET', at)).body.items[0]).toMatchObject({ name: 'Signed.txt', url: null })
    expect((await blind('GET', `${at}/${created.id}/Download`)).status).toBe(403)
    expect((await admin('GET', `${at}/${created.id}/Download`)).body.url).toContain(file.id)
    expect((await admin('PUT', `${at}/${created.id}`, { name: 'Agreement' })).body).toMatchObject({
      name: 'Agreement',
      documentDate: '2026-02-24',
      rowVersion: 2,
    })
    const other = await app.signInAs(
      internalPermissions.filter((name) => name !== 'AuditLog.View'),
      { isNew: true },
    )
    expect((await other('POST', at, { fileId: file.id })).body.fields).toEqual({ fileId: ['File not found.'] })
    expect((await admin('DELETE', `${at}/${created.id}`)).status).toBe(204)
    expect((await admin('GET', at)).body.total).toBe(0)
  })
})

describe('direct expenses', () => {
  it('are listed over all visible projects, filtered by date, client, contract and status', async () => {
    const client = await createProjectClient(app)
    const project = await createProject(app, { clientId: client.id })
    const contract = await givenContract(app, project)
    const post = (date: string, more: AnyRow = {}) =>
      createRow(app, `/api/contracts/${contract.id}/DirectExpenses`, {
        category: 0,
        description: uniqueName('Trip'),
        date,
        revenue: 10,
        cost: 8,
        ...more,
      })
    const [first, second] = [await post('2026-03-01'), await post('2026-04-01', { category: 2 })]
    const listed = async (query: AnyRow) =>
      (await admin('GET', '/api/directExpenses', undefined, { query: { clientIds: [client.id], ...query } })).body.items.map(
        ({ id }: AnyRow) => id,
      )
    expect(await listed({})).toEqual([second.id, first.id])
    expect(await listed({ from: '2026-03-15' })).toEqual([second.id])
    expect(await listed({ to: '2026-03-15' })).toEqual([first.id])
    expect(await listed({ expenseCategories: [2], contractIds: [contract.id], contractStatuses: [1] })).toEqual([second.id])
    expect(await listed({ contractStatuses: [3] })).toEqual([])
    expect(await listed({ search: contract.number })).toEqual([second.id, first.id])
    for (const search of [project.name, project.number]) expect(await listed({ search }), search).toEqual([second.id, first.id])
    expect(await listed({ search: `${project.name}x` })).toEqual([])
    expect(
      (
        await admin('PUT', `/api/directExpenses/${first.id}`, {
          category: 0,
          description: 'Train',
          date: '2026-03-02',
          revenue: 11,
          cost: 9,
        })
      ).body,
    ).toMatchObject({
      description: 'Train',
      contract: { id: contract.id },
      isReadOnly: false,
    })
    expect((await readContract(admin, contract)).sums).toMatchObject({ directExpensesRevenue: 21, directExpensesCost: 17 })
    expect((await admin('DELETE', `/api/contracts/${contract.id}/DirectExpenses/${second.id}`)).status).toBe(204)
    expect((await readContract(admin, contract)).sums.directExpensesRevenue).toBe(11)
    await admin('PUT', `/api/contracts/${contract.id}/Lock`, {})
    expect((await admin('DELETE', `/api/directExpenses/${first.id}`)).body.message).toBe('The contract is locked.')
    expect((await admin('GET', `/api/directExpenses/${first.id}`)).body.isReadOnly).toBe(true)
  })
})

it('shows receipts only with permission to see costs: in lists, rows, logs and files', async () => {
  const contract = await givenContract(app, await createProject(app))
  const form = new FormData()
  form.append('file', new Blob(['412.50']), 'receipt.txt')
  const file = (await admin('POST', '/api/files', form)).body
  const words = { category: 0, description: uniqueName('Flight'), date: '2026-03-01', revenue: 10 }
  const expense = await createRow(app, `/api/contracts/${contract.id}/DirectExpenses`, { ...words, receiptFileId: file.id })
  const at = `/api/directExpenses/${expense.id}`
  const plain = String(file.url).split('?')[0] ?? ''
  const paths = [at, `/api/directExpenses?search=${words.description}`, `/api/directExpenses/query?search=${words.description}`]
  const readSums = async (caller: typeof admin) => {
    const answers = [...paths, `/api/contracts/${contract.id}/DirectExpenses`].map((path) => caller('GET', path))
    const rows = (await Promise.all(answers)).map(({ body }) => body.items?.[0] ?? body)
    expect(rows.map(({ id }) => id)).toEqual(rows.map(() => expense.id))
    return [rows.map((row) => ['receipt' in row, 'receiptFileId' in row]), (await caller('GET', plain)).status]
  }
  const blind = await signInWithout('ProjectContracts.ViewAndUpdateDirectExpensesCost')
  expect(await readSums(admin)).toEqual([Array(4).fill([true, true]), 200])
  expect(await readSums(blind)).toEqual([Array(4).fill([false, false]), 404])
  // Stays unchanged when other fields change, and users who cannot see it cannot replace it.
  expect((await blind('PUT', at, { ...words, note: 'Seen' })).status).toBe(200)
  expect((await blind('PUT', at, { ...words, receiptFileId: file.id })).status).toBe(403)
  expect((await admin('GET', at)).body).toMatchObject({ note: 'Seen', receiptFileId: file.id })
  const [entry] = await app.sql(`select id from audit_log where entity = 'directExpenses' and entity_id = $1 order by id limit 1`, [
    String(expense.id),
  ])
  const audit = async (caller: typeof admin) => JSON.stringify((await caller('GET', `/api/auditLogs/${entry?.id}`)).body)
  expect([(await audit(admin)).includes(file.id), (await audit(blind)).includes(file.id)]).toEqual([true, false])
})

it("counts a person's projects and contracts, as far as the caller may see them", async () => {
  const person = await app.signInAs(['Projects.View'], { isNew: true })
  const project = await createProject(app, { projectManagerId: person.userId })
  const hidden = await createProject(app, { associateConsultantId: person.userId })
  const reader = await app.signInAs(['DNAUsers.View', 'Projects.View', 'ProjectContracts.View'], { isNew: true })
  await addToAccessList(app, hidden, app.admin.userId)
  const at = `/api/users/${person.userId}/Stats`
  expect((await app.admin('GET', at)).body).toMatchObject({ projectsCount: 2, contractsCount: 0 })
  expect((await reader('GET', at)).body).toMatchObject({ projectsCount: 1, contractsCount: 0 })
  expect((await reader('GET', `${at}/projects`)).body).toMatchObject({ total: 1, items: [{ id: project.id }] })
  expect((await reader('GET', `${at}/contracts`)).body).toEqual({ total: 0, items: [] })
  expect((await reader('GET', `${at}/nothing`)).status).toBe(404)
  expect((await reader('GET', `/api/users/${project.id}/Stats`)).status).toBe(404)
})
