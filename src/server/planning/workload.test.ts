import { describe, expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { approveContract, createPlan } from '../../../test/kit/fixtures/boards.ts'
import { createRole, createRow, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { LaborType } from '../../model/access/enums.ts'
import {
  totalLoad,
  type WorkloadPerson,
  type WorkloadProject,
  type WorkloadSums,
  type WorkloadTeam,
} from '../../model/planning/workload.ts'
import { DownloadTaskCategory } from '../../model/reports/enums.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const role = await createRole(app)
const { SC, VI } = LaborType
const spring = { from: '2026-03', to: '2026-04' }
const viewer = await app.signInAs(['DNAUsers.View', 'Projects.View', 'DownloadCenter.View'])
const givenPerson = (more: object = {}) => createUser(app, { roleId: role.id, defaultLaborType: SC, ...more })

interface Answer {
  columns: { key: string }[]
  people: WorkloadPerson[]
  teams: WorkloadTeam[]
  sums: WorkloadSums
}
async function readWorkload(query: object = spring, caller: Caller = viewer): Promise<Answer> {
  const { status, body } = await caller('GET', '/api/workload', undefined, { query: { ...query } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
async function ofPerson(id: string, query: object = spring): Promise<{ person: WorkloadPerson; projects: WorkloadProject[] }> {
  const { status, body } = await viewer('GET', `/api/workload/${id}`, undefined, { query: { ...query } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const found = ({ people }: Answer, id: string) => people.find(({ user }) => user.id === id)
const sumHours = (hoursByMonth: Record<string, number>) =>
  Object.values(hoursByMonth).reduce((total, hours) => total + Math.round(hours * 100), 0) / 100

describe('workload', () => {
  it('separates hours of approved and other contracts, against capacity after days off', async () => {
    const { id } = await givenPerson()
    const project = await createProject(app)
    const { contract } = await createPlan(app, project, [{ userId: id, hours: 80 }])
    await approveContract(app, contract)
    await createPlan(app, project, [{ userId: id, hours: 10 }])
    await app.admin('POST', '/api/absences', { userId: id, fromDate: '2026-03-09', toDate: '2026-03-13', kind: 2, note: 'Flu' })
    const person = found(await readWorkload(), id)
    expect(person).toMatchObject({
      firm: { '2026-03': 40, '2026-04': 40 },
      tentative: { '2026-03': 5, '2026-04': 5 },
      capacity: { '2026-03': 22 * 8 - 40, '2026-04': 22 * 8 },
      absences: [{ fromDate: '2026-03-09', toDate: '2026-03-13' }],
      availabilityPercent: 100,
      laborType: SC,
    })
    expect(JSON.stringify(person)).not.toContain('Flu')
    expect(found(await readWorkload({ ...spring, contractStatuses: [3] }), id)?.tentative).toEqual({})
    await app.admin('PUT', `/api/contracts/${contract.id}/Archive`, {})
    expect(found(await readWorkload(), id)?.firm).toEqual({})
  })

  it('counts hours in hidden projects without their names', async () => {
    const { id } = await givenPerson()
    const [open, hidden] = [await createProject(app), await createProject(app, { name: 'Secret Tower' })]
    for (const project of [open, hidden]) await createPlan(app, project, [{ userId: id, hours: 20 }])
    await addToAccessList(app, hidden, app.admin.userId)
    expect(found(await readWorkload(), id)?.tentative).toEqual({ '2026-03': 20, '2026-04': 20 })
    const { projects, person } = await ofPerson(id)
    expect(projects.map(({ name, project, tentative, phases }) => [name, project?.id, tentative, phases.length])).toEqual([
      [open.name, open.id, { '2026-03': 10, '2026-04': 10 }, 1],
      ['Restricted project', undefined, { '2026-03': 10, '2026-04': 10 }, 0],
    ])
    expect(JSON.stringify(projects)).not.toContain('Secret')
    for (const key of ['2026-03', '2026-04'])
      expect(projects.reduce((total, project) => total + totalLoad(project, key), 0)).toBe(totalLoad(person, key))
  })

  it('shows suspended users only while they have hours', async () => {
    const [idle, busy] = [await givenPerson(), await givenPerson()]
    await createPlan(app, await createProject(app), [{ userId: busy.id, hours: 8 }])
    for (const { id } of [idle, busy]) expect((await app.admin('PUT', `/api/users/${id}/Suspend`, {})).status).toBe(200)
    const answer = await readWorkload()
    expect(found(answer, idle.id)).toBeUndefined()
    expect(found(answer, busy.id)).toMatchObject({ isSuspended: true, tentative: { '2026-03': 4 } })
    expect(found(await readWorkload({ from: '2027-01', to: '2027-02' }), busy.id)).toBeUndefined()
  })

  it('filters by teams, labor types and names, and counts each user once', async () => {
    const [one, other] = [await givenPerson({ lastName: uniqueName('Narrow') }), await givenPerson({ defaultLaborType: VI })]
    const team = await createRow(app, '/api/teams', { name: uniqueName('Team'), memberIds: [one.id, other.id], leadUserId: one.id })
    const second = await createRow(app, '/api/teams', { name: uniqueName('Team'), memberIds: [one.id] })
    const idsOf = ({ people }: Answer) => people.map(({ user }) => user.id).sort()
    const both = await readWorkload({ ...spring, teamIds: [team.id, second.id] })
    expect(idsOf(both)).toEqual([one.id, other.id].sort())
    expect(found(both, one.id)?.teamIds).toEqual([team.id, second.id])
    expect(both.teams.map(({ id, lead }) => [id, lead?.id])).toEqual([
      [team.id, one.id],
      [second.id, undefined],
    ])
    expect(both.sums.capacity).toEqual({ '2026-03': 2 * 176, '2026-04': 2 * 176 })
    expect(idsOf(await readWorkload({ ...spring, teamIds: [team.id], laborTypes: [VI] }))).toEqual([other.id])
    expect(idsOf(await readWorkload({ ...spring, search: one.lastName.toLowerCase() }))).toEqual([one.id])
  })

  it('sums months and weeks to the record hours, and rows to the footer', async () => {
    const people = [await givenPerson(), await givenPerson(), await givenPerson()]
    const team = await createRow(app, '/api/teams', { name: uniqueName('Team'), memberIds: people.map(({ id }) => id) })
    const ranges = [
      { startDate: '2026-01-07', endDate: '2026-05-30' },
      { startDate: '2026-02-14', endDate: '2026-02-15' },
      { startDate: '2026-03-31', endDate: '2026-05-31' },
    ]
    const hours = [0.25, 33.33, 121.7]
    for (const [at, { id }] of people.entries())
      for (const [more, range] of ranges.entries())
        await createPlan(app, await createProject(app), [{ userId: id, hours: hours[(at + more) % 3] }], range)
    for (const query of [
      { from: '2026-01', to: '2026-05' },
      { from: '2026-01', to: '2026-05', granularity: 'week' },
    ]) {
      const { people: shown, sums, columns } = await readWorkload({ ...query, teamIds: [team.id] })
      for (const { tentative } of shown) expect(sumHours(tentative)).toBe(155.28)
      for (const { key } of columns)
        expect(sums.tentative[key], key).toBe(
          sumHours(Object.fromEntries(shown.map(({ user, tentative }) => [user.id, tentative[key] ?? 0]))),
        )
    }
  })

  it('requires access to people, limits the columns, and returns only internal users', async () => {
    const nobody = await app.signInAs(['BigBoard.View'])
    const { id } = await givenPerson()
    for (const path of ['workload', 'workload/Export', `workload/${id}`]) expect((await nobody('GET', `/api/${path}`)).status).toBe(403)
    expect((await viewer('GET', '/api/workload', undefined, { query: { from: '2026-01', to: '2028-01' } })).status).toBe(400)
    expect((await viewer('GET', '/api/workload/00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await readWorkload({})).columns).toHaveLength(13)
  })

  it('exports a workbook', async () => {
    const person = await givenPerson()
    const team = await createRow(app, '/api/teams', { name: uniqueName('Team'), memberIds: [person.id] })
    const { contract } = await createPlan(app, await createProject(app), [{ userId: person.id, hours: 80 }])
    await approveContract(app, contract)
    const { status, body } = await viewer('GET', '/api/workload/Export', undefined, { query: { ...spring, teamIds: [team.id] } })
    expect(status, JSON.stringify(body)).toBe(202)
    const task = await waitForFile(viewer, body.id)
    expect(task).toMatchObject({ downloadTaskCategory: DownloadTaskCategory.Workload })
    const [sheet] = readWorkbook((await viewer('GET', task.url)).body)
    const rows = (sheet?.rows ?? []).map(({ values }) => values)
    expect(rows.slice(rows.findIndex(([first]) => first === 'Group'))).toEqual([
      ['Group', 'Person', 'Labor type', 'Hours', 'Mar 2026', 'Apr 2026', 'Total'],
      ...[[team.name], [team.name, `A ${person.lastName}`, 'SC'], ['Everybody']].flatMap(([group, personName = null, type = null]) => [
        [group, personName, type, 'Load', 40, 40, 80],
        [group, personName, type, 'Firm', 40, 40, 80],
        [group, personName, type, 'Tentative', 0, 0, 0],
        [group, personName, type, 'Capacity', 176, 176, 352],
        [group, personName, type, 'Available', 136, 136, 272],
      ]),
    ])
  })
})
