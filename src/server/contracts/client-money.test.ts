import { expect, it } from 'vitest'
import { approveContract, createPlan } from '../../../test/kit/fixtures/boards.ts'
import { createClient } from '../../../test/kit/fixtures/catalog.ts'
import { givenContract, setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { addToAccessList, createLine, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { ContractStatus } from '../../model/contracts/enums.ts'
import type { Permission } from '../../model/permissions.ts'
import { ProjectStage } from '../../model/projects/enums.ts'

const app = await startApp()
await setDefaultRates(app)
const { Draft, Approved } = ContractStatus
const needed: Permission[] = ['Clients.View', 'Projects.View', 'ProjectContracts.View']
const sums: Permission[] = ['ProjectContracts.ViewRevenueSums', 'ProjectContracts.ViewCostSums']
const money = async (client: { id: number }, caller: Caller = app.admin) => (await caller('GET', `/api/clients/${client.id}/Money`)).body

/** A fixed fee of 7,000 that is approved, a draft without phases, and equipment of 2 x 1,000 dollars. */
async function givenClient() {
  const client = await createClient(app)
  const project = await createProject(app, { clientId: client.id })
  const { contract } = await createPlan(app, project, [{ hours: 88 }], { feeType: 2, fee: 7000 })
  await approveContract(app, contract)
  await givenContract(app, project)
  await createLine(app, await createSpace(app, project), await createProduct(app, { msrpPrice: 1000 }), { quantity: 2 })
  return { client, project, contract }
}

it('sums the contracts of a client by status, and the equipment of its open projects', async () => {
  const { client, project, contract } = await givenClient()
  const found = await money(client)
  const { totalCost } = (await app.admin('GET', `/api/contracts/${contract.id}`)).body
  expect(found).toEqual({
    contracts: [
      { status: Draft, count: 1, revenue: 0, cost: 0 },
      { status: Approved, count: 1, revenue: 7000, cost: totalCost },
    ],
    openProjects: { count: 1, totalMsrpPrice: 2000 },
  })
  expect(totalCost).toBeGreaterThan(0)

  // Archived contracts and closed projects are left out; contracts of a closed project remain.
  await app.admin('PUT', `/api/contracts/${contract.id}/Archive`, {})
  expect((await money(client)).contracts).toEqual([{ status: Draft, count: 1, revenue: 0, cost: 0 }])
  await app.sql(`update projects set stage = ${ProjectStage.Closed}, project_status = 300 where id = $1`, [project.id])
  expect(await money(client)).toMatchObject({ contracts: [{ status: Draft }], openProjects: { count: 0, totalMsrpPrice: 0 } })
  expect(await money(await createClient(app))).toEqual({
    contracts: [],
    openProjects: { count: 0, totalMsrpPrice: 0 },
  })
})

it('requires permissions, masks money, and counts only visible projects', async () => {
  const { client, project } = await givenClient()
  for (const missing of needed) {
    const caller = await app.signInAs(needed.filter((name) => name !== missing))
    expect((await caller('GET', `/api/clients/${client.id}/Money`)).status, missing).toBe(403)
  }
  expect((await app.admin('GET', '/api/clients/999999/Money')).status).toBe(404)
  const keys = async (...more: Permission[]) => Object.keys((await money(client, await app.signInAs([...needed, ...more]))).contracts[0])
  expect(await keys()).toEqual(['status', 'count'])
  expect(await keys('ProjectContracts.ViewRevenueSums')).toEqual(['status', 'count', 'revenue'])
  expect(await keys(...sums)).toEqual(['status', 'count', 'revenue', 'cost'])

  await addToAccessList(app, project, app.admin.userId)
  const outsider = await app.signInAs([...needed, ...sums], { isNew: true })
  expect(await money(client, outsider)).toEqual({ contracts: [], openProjects: { count: 0, totalMsrpPrice: 0 } })
})
