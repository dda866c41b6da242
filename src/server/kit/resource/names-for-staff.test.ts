import { expect, it } from 'vitest'
import listed from '../../../../test/fixtures/names-for-staff.json' with { type: 'json' }
import { startApp } from '../../../../test/kit/start.ts'
import { staffVisibleKeys } from '../../../model/kit/resource.ts'
import { entities, routes } from '../../areas.ts'

/** Pickers available to staff without permissions, and the fields each returns. Review each line when it changes. */
const app = await startApp()
const picked = routes.filter(({ call }) => call.method === 'GET' && call.path.endsWith('/typeHead'))
const names: Record<string, readonly string[]> = listed

it('are the reviewed ones, with the reviewed fields', () => {
  const namesByEntity = entities
    .filter(({ resource }) => resource.isPickableByStaff)
    .map(({ resource }) => [resource.path, [...staffVisibleKeys(resource)].sort()] as const)
  expect(Object.fromEntries(namesByEntity)).toEqual(names)
})

it('are all that a user without permissions receives', async () => {
  const [nobody, guest] = await Promise.all([
    app.signInAs([]),
    app.signInAs(['ExternalEquipment.View', 'DownloadCenter.View'], { external: true }),
  ])
  for (const { path } of picked.map(({ call }) => call)) {
    const address = `/api${path.replace(/:\w+/g, '999999')}`
    const isListed = path.slice(1, -'/typeHead'.length) in names
    expect([path, (await nobody('GET', address)).status !== 403]).toEqual([path, isListed])
    expect([path, (await guest('GET', address)).status]).toEqual([path, 403])
  }
})

it('exclude managed rows, their addresses and invited users', async () => {
  const nobody = await app.signInAs([])
  for (const path of ['resourceOffers/Management', 'resourceShiftRequests/Management', 'webhooks', 'appSettings', 'invitations'])
    expect([path, (await nobody('GET', `/api/${path}/typeHead`)).status]).toEqual([path, 403])
})
