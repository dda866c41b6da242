import { describe, expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
import { approveContract, createPlan } from '../../../test/kit/fixtures/boards.ts'
import { createRole, createUser } from '../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createProject } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { labelKey, type PlanColumn, type PlanPerson, type PlanSums, projectKey } from '../../model/planning/monthly-plans.ts'
import { DownloadTaskCategory } from '../../model/reports/enums.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const role = await createRole(app)
const viewer = await app.signInAs(['DNAUsers.View', 'Projects.View', 'DownloadCenter.View'])
const keeper = await app.signInAs(['DNAUsers.View', 'DNAUsers.Update', 'Projects.View'])
const month = '2026-03'
const givenPerson = () => createUser(app, { roleId: role.id, lastName: uniqueName('Planner') })

interface Answer {
  columns: PlanColumn[]
  people: PlanPerson[]
  sums: PlanSums
}
async function readPlans(query: object = {}, caller: Caller = viewer): Promise<Answer> {
  const { status, body } = await caller('GET', '/api/monthlyPlans', undefined, { query: { month, ...query } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const personIn = ({ people }: Answer, id: string) => people.find(({ user }) => user.id === id)
const writePlans = (userId: string, rows: object[], caller: Caller = keeper) =>
  caller('PUT', '/api/monthlyPlans', { userId, rows }, { query: { month } })
const copy = (userIds: string[], caller: Caller = keeper) => caller('POST', '/api/monthlyPlans/CopyFromBoard', { month, userIds })

/** 80 hours from March to April in an approved contract: 40 in each month. */
async function givenBoard(userId: string, hours = 80) {
  const project = await createProject(app)
  const { contract } = await createPlan(app, project, [{ userId, hours }])
  await approveContract(app, contract)
  return project
}

describe('monthly plan', () => {
  it('lists board hours and capacity besides the plan', async () => {
    const { id } = await givenPerson()
    const project = await givenBoard(id)
    await createPlan(app, project, [{ userId: id, hours: 20 }])
    const wrote = await writePlans(id, [
      { projectId: project.id, plannedHours: 32.5, note: 'Two days less' },
      { label: 'Training', plannedHours: 8 },
    ])
    expect([wrote.status, wrote.body]).toEqual([200, { changed: 2 }])
    const answer = await readPlans()
    expect(personIn(answer, id)).toMatchObject({
      cells: {
        [projectKey(project.id)]: { plannedHours: 32.5, boardHours: 40, note: 'Two days less' },
        [labelKey('Training')]: { plannedHours: 8, boardHours: 0 },
      },
      capacityHours: 176,
      plannedHours: 40.5,
      boardHours: 40,
      difference: 0.5,
      isWritable: false,
    })
    expect(answer.columns.find(({ key }) => key === projectKey(project.id))?.project).toMatchObject({ name: project.name })
    expect(personIn(await readPlans({ contractStatuses: [1, 3] }), id)?.boardHours).toBe(50)
    expect(personIn(await readPlans({ search: 'nobody at all' }), id)).toBeUndefined()
  })

  it('deletes rows with zero hours, and rejects stale changes', async () => {
    const { id } = await givenPerson()
    await writePlans(id, [{ label: 'Proposals', plannedHours: 10 }])
    expect((await writePlans(id, [{ label: 'proposals', plannedHours: 12, before: 10 }])).body).toEqual({ changed: 1 })
    const stale = await writePlans(id, [{ label: 'Proposals', plannedHours: 14, before: 10 }])
    expect([stale.status, stale.body]).toMatchObject([409, { detail: 'stale', current: { plannedHours: 12 } }])
    expect((await writePlans(id, [{ label: 'Proposals', plannedHours: 0, before: 12 }])).body).toEqual({ changed: 1 })
    expect(personIn(await readPlans(), id)?.cells).toEqual({})
    for (const rows of [
      [{ plannedHours: 1 }],
      [{ label: 'A', projectId: 1, plannedHours: 1 }],
      [
        { label: 'A', plannedHours: 1 },
        { label: 'a', plannedHours: 2 },
      ],
    ])
      expect((await writePlans(id, rows)).status).toBe(400)
    expect((await writePlans(id, [{ projectId: 999_999, plannedHours: 1 }])).status).toBe(404)
  })

  it('copies from the board only unplanned rows', async () => {
    const { id } = await givenPerson()
    const [one, other] = [await givenBoard(id), await givenBoard(id, 20)]
    await writePlans(id, [{ projectId: one.id, plannedHours: 5 }])
    expect((await copy([id])).body).toEqual({ copied: 1 })
    expect((await copy([id])).body).toEqual({ copied: 0 })
    const person = personIn(await readPlans(), id)
    expect(person?.cells).toMatchObject({
      [projectKey(one.id)]: { plannedHours: 5, boardHours: 40 },
      [projectKey(other.id)]: { plannedHours: 10, boardHours: 10 },
    })
    expect(person).toMatchObject({ boardHours: 50, plannedHours: 15, difference: -35 })
  })

  it('is written by each user for themselves, and by user managers for others', async () => {
    const mine = await app.signInAs(['Projects.View'])
    const { id } = await givenPerson()
    expect((await writePlans(mine.userId, [{ label: 'Own', plannedHours: 3 }], mine)).status).toBe(200)
    expect((await writePlans(id, [{ label: 'Theirs', plannedHours: 3 }], mine)).status).toBe(403)
    expect((await copy([id], viewer)).status).toBe(403)
    expect((await mine('GET', '/api/monthlyPlans', undefined, { query: { month } })).status).toBe(403)
    expect(personIn(await readPlans({}, viewer), viewer.userId)?.isWritable).toBe(true)
    expect(personIn(await readPlans({}, keeper), id)?.isWritable).toBe(true)
  })

  it('keeps hours of hidden projects, without their names', async () => {
    const { id } = await givenPerson()
    const project = await givenBoard(id)
    await writePlans(id, [{ projectId: project.id, plannedHours: 30, note: 'Hush' }])
    await addToAccessList(app, project, app.admin.userId)
    const answer = await readPlans()
    expect(personIn(answer, id)?.cells).toEqual({ restricted: { plannedHours: 30, boardHours: 40, note: null } })
    expect(answer.columns.filter(({ isRestricted }) => isRestricted)).toEqual([
      { key: 'restricted', project: null, label: 'Restricted project', isRestricted: true },
    ])
    expect(JSON.stringify(answer)).not.toContain(project.name)
    expect((await writePlans(id, [{ projectId: project.id, plannedHours: 1 }])).status).toBe(404)
    expect((await copy([id])).body).toEqual({ copied: 0 })
  })

  it('sums correctly and exports a workbook', async () => {
    const { id, lastName } = await givenPerson()
    const project = await givenBoard(id)
    await writePlans(id, [{ label: 'Sum', plannedHours: 0.25 }])
    const { people, sums } = await readPlans()
    for (const figure of ['plannedHours', 'boardHours', 'difference', 'capacityHours'] as const)
      expect(sums[figure], figure).toBe(people.reduce((sum, person) => sum + Math.round(person[figure] * 100), 0) / 100)
    const { status, body } = await viewer('GET', '/api/monthlyPlans/Export', undefined, { query: { month, search: lastName } })
    expect(status, JSON.stringify(body)).toBe(202)
    const task = await waitForFile(viewer, body.id)
    expect(task).toMatchObject({ downloadTaskCategory: DownloadTaskCategory.MonthlyPlans })
    const [sheet] = readWorkbook((await viewer('GET', task.url)).body)
    const rows = (sheet?.rows ?? []).map(({ values }) => values)
    const fullName = `A ${lastName}`
    expect(
      rows.slice(
        rows.findIndex(([first]) => first === 'Person'),
        -3,
      ),
    ).toEqual([
      ['Person', 'Hours', `${project.number} ${project.name}`, 'Sum', 'Total', 'Capacity'],
      [fullName, 'Planned', null, 0.25, 0.25, 176],
      [fullName, 'Board', 40, null, 40],
      [fullName, 'Difference', -40, 0.25, -39.75],
    ])
  })
})
