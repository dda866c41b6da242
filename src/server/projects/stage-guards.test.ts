import { beforeAll, expect, it } from 'vitest'
import { setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { createContractWithHours, createOffer, march, may, offerLine } from '../../../test/kit/fixtures/offers.ts'
import { startApp } from '../../../test/kit/start.ts'
import { contractStepNames, contractSteps } from '../../model/contracts/contract-steps.ts'
import { ContractStatus } from '../../model/contracts/enums.ts'
import type { Transition } from '../../model/kit/step.ts'
import { offerStepNames, offerSteps } from '../../model/offers/offer-steps.ts'
import { shiftStepNames, shiftSteps } from '../../model/offers/shift-steps.ts'
import { internalPermissions } from '../../model/permissions.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { type GuardedEntity, type StageAction, stageObstacle } from '../../model/projects/stage-guards.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const other = await app.signInAs(internalPermissions, { isNew: true })
const stages = ProjectStage.values.map(({ value }) => value)
beforeAll(() => setDefaultRates(app))

const setStage = (project: AnyRow, stage: number) => app.sql('update projects set stage = $2 where id = $1', [project.id, stage])

/** Runs an action in every stage and expects either success or the reason of the table. */
async function expectGuarded<E extends GuardedEntity>(
  entity: E,
  action: StageAction<E>,
  project: AnyRow,
  run: () => Promise<{ status: number; body?: AnyRow }>,
) {
  for (const stage of stages) {
    await setStage(project, stage)
    const { status, body } = await run()
    const obstacle = stageObstacle(entity, action, stage)
    const label = `${entity} ${action} ${ProjectStage.label(stage)}: ${JSON.stringify(body ?? null).slice(0, 200)}`
    expect([status, obstacle ? body?.message : undefined], label).toEqual([obstacle ? 409 : expect.toSatisfy(isSuccess), obstacle])
  }
}
const isSuccess = (status: number) => status >= 200 && status < 300

it('guards creating, changing and every step of a contract', async () => {
  const { project, contract } = await createContractWithHours(app)
  const at = `/api/contracts/${contract.id}`
  let counter = 0
  await expectGuarded('contract', 'Create', project, () =>
    admin('POST', `/api/projects/${project.id}/Contracts`, { name: `Services ${++counter}` }),
  )
  for (const name of contractStepNames) {
    const step: Transition<{ status: ContractStatus; isLocked: boolean; isArchived: boolean }> = contractSteps[name]
    await expectGuarded('contract', name, project, async () => {
      await app.sql('update contracts set status = $2, is_locked = $3, is_archived = $4, sent_for_approval_by_id = $5 where id = $1', [
        contract.id,
        step.from.status?.[0] ?? ContractStatus.Draft,
        step.from.isLocked?.[0] ?? false,
        step.from.isArchived?.[0] ?? false,
        admin.userId,
      ])
      return admin('PUT', `${at}/${name}`, { comment: 'Please check the hours' })
    })
  }
  await app.sql('update contracts set status = $2, is_locked = false, is_archived = false where id = $1', [
    contract.id,
    ContractStatus.Draft,
  ])
  await expectGuarded('contract', 'Update', project, () => admin('PUT', at, { name: `Design ${++counter}`, proposalType: 1 }))
  await expectGuarded('contract', 'Update', project, () =>
    admin('POST', `${at}/Phases`, { type: 3, startDate: '2026-03-02', endDate: '2026-04-30' }),
  )
  await expectGuarded('contract', 'Delete', project, async () => {
    await app.sql('update contracts set is_deleted = false where id = $1', [contract.id])
    return admin('DELETE', at)
  })
})

it('guards every step of an offer, and leaves a way out of a pending one', async () => {
  const { project, record } = await createContractWithHours(app)
  const offer = await createOffer(app, { project, target: admin, lines: [offerLine(record, 1)], more: { sourceUserId: other.userId } })
  for (const name of offerStepNames)
    await expectGuarded('resourceOffer', name, project, async () => {
      await app.sql('update resource_offers set state = $2 where id = $1', [offer.id, offerSteps[name].from.state[0]])
      const caller = name === 'Approve' ? other : admin
      return caller('PUT', `/api/resourceOffers/${offer.id}/${name}`, { comment: 'No time' })
    })
  await app.sql('update resource_offers set state = $2 where id = $1', [offer.id, offerSteps.Submit.from.state[0]])
  expect((await admin('GET', `/api/resourceOffers/${offer.id}`)).body, 'the page offers no forbidden step').toMatchObject({
    projectStage: ProjectStage.Archived,
    actions: [],
  })
})

it('guards every step of a shift request', async () => {
  const { project, record } = await createContractWithHours(app)
  const lines = [{ phaseRecordId: record.id, fromMonth: march, toMonth: may, hours: 1 }]
  const shift = (await admin('POST', '/api/resourceShiftRequests', { name: 'Later', projectId: project.id, reason: 'Vacation', lines }))
    .body
  for (const name of shiftStepNames)
    await expectGuarded('shiftRequest', name, project, async () => {
      await app.sql('update resource_shift_requests set state = $2 where id = $1', [shift.id, shiftSteps[name].from.state[0]])
      return admin('PUT', `/api/resourceShiftRequests/${shift.id}/${name}`, { comment: 'Not now' })
    })
})
