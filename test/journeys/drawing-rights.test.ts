import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Permission } from '../../src/model/permissions.ts'
import { createConnector, createSignalType } from '../kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace } from '../kit/fixtures/projects.ts'
import { startApp } from '../kit/start.ts'
import { browse, calm, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const { admin } = app

const [connector, video] = [await createConnector(app), await createSignalType(app, { cableNumberPrefix: 'V', lengthLimitM: 5 })]
const port = (name: string, direction: 1 | 2) => ({ name, direction, connectorPhysicalTypeId: connector.id, signalTypeIds: [video.id] })
const player = await createProduct(app, {
  tag: 'PLY',
  model: 'Seen Player',
  ports: [port('OUT', 2)],
  isRackMountable: true,
  rackUnits: 1,
})
const display = await createProduct(app, { tag: 'DIS', model: 'Seen Display', ports: [port('IN', 1)] })
const project = await createProject(app, { name: 'Seen by all' })
const space = await createSpace(app, project, { name: 'Seen room' })
const createUnit = async (product: typeof player) => {
  const line = await createLine(app, space, product)
  return (await admin('GET', `/api/projects/${project.id}/Units`, undefined, { query: { lineIds: [line.id] } })).body.items[0].id as number
}
const [from, to] = [await createUnit(player), await createUnit(display)]
const created = await admin('POST', `/api/projects/${project.id}/Connections`, {
  ...{ fromUnitId: from, fromPortId: player.ports[0].id, toUnitId: to, toPortId: display.ports[0].id },
})
expect(created.status).toBe(201)
const rack = (await admin('POST', `/api/projects/${project.id}/Racks`, { name: 'R-01', spaceId: space.id, heightRU: 12 })).body
await admin('PUT', `/api/projects/${project.id}/Racks/Placements`, {
  racks: [{ rackId: rack.id, placements: [{ unitId: from, startRU: 1 }] }],
})
await admin('POST', `/api/projects/${project.id}/DrawingDocuments`, { documentType: 3, title: 'Seen cover' })

const at = `/projects/${project.id}`
const room = `${at}/spaces/${space.id}`
const pages: readonly [path: string, words: RegExp][] = [
  [`${at}/racks`, /PLY-1/],
  [`${at}/cables`, /V1/],
  [`${at}/conduits`, /No conduits|Nothing/],
  [`${at}/cables/labels`, /PLY-1 OUT/],
  [`${room}/signal-flow`, /2 units, 1 connection/],
  [`${room}/circuits`, /circuit/i],
  [`${at}/design-check`, /39\.5 ft long/],
  [`${at}/drawing-documents`, /Seen cover/],
  ['/layout-views', /Floor Plan/],
  ['/layout-templates', /Four views D/],
]
const viewPermissions: readonly Permission[] = [
  'Projects.View',
  'ProjectAccessList.Update',
  'ProjectEquipment.View',
  'DrawingDocuments.View',
  'LayoutViews.View',
  'LayoutTemplates.View',
]
const changing = /^(New|Create|Edit|Delete|Unplace|Fill|Tidy|Waive|Generate|Renumber|Add|Restore|Remove|Duplicate)\b/

const changingOn = async (page: Page) =>
  (
    await page
      .getByRole('main')
      .getByRole('button')
      .evaluateAll((all) => all.map((item) => item.getAttribute('aria-label') ?? item.textContent ?? ''))
  ).filter((name) => changing.test(name.trim()))

it('shows viewers every drawing, without forbidden buttons', async () => {
  const viewer = await app.signInAs(viewPermissions, { isNew: true })
  const page = await visit(viewer, { path: '/dashboard' })
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403)
      refused.push(`${answer.request().method()} ${new URL(answer.url()).pathname} on ${new URL(page.url()).pathname}`)
  })
  const found: string[] = []
  for (const [path, pattern] of pages) {
    await page.goto(path)
    await page.getByText(pattern).first().waitFor()
    await calm(page)
    found.push(...(await changingOn(page)).map((name) => `${path}: ${name}`))
    expect(await findings(page), path).toEqual([])
  }
  expect(found).toEqual([])
  expect(refused).toEqual([])
  const other = await visit(admin, { path: `${at}/racks` })
  await expect.poll(() => changingOn(other)).toContain('New rack')
})

it('explains missing permissions and sends no forbidden request', async () => {
  const stranger = await app.signInAs(['Projects.View', 'ProjectAccessList.Update'], { isNew: true })
  const page = await visit(stranger, { path: at })
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(new URL(answer.url()).pathname)
  })
  const parts = page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link')
  await expect.poll(async () => (await parts.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual(['Overview', 'Spaces'])
  for (const [path] of pages) {
    await page.goto(path)
    await page.getByText('You do not have access to this page').waitFor()
  }
  expect(refused).toEqual([])
})
