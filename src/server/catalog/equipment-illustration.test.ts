import { expect, it } from 'vitest'
import { createCategory, createEquipment, createManufacturer } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'

const app = await startApp()
const address = ({ id }: { id?: unknown }) => `/api/equipments/${id}/Illustration`

it('is an SVG drawn from the data of the product', async () => {
  const category = await createCategory(app, { icon: 'device-tv' })
  const display = await createEquipment(app, { categoryId: category.id, diagonalIn: 75 })
  const { status, headers, body } = await app.admin('GET', address(display))
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect(headers.get('content-security-policy')).toContain('sandbox')
  expect(String(body)).toContain('>75″</text>')
})

it('is sent again only after the product has changed', async () => {
  const product = await createEquipment(app, { rackUnits: 1, isRackMountable: true })
  const first = await app.admin('GET', address(product))
  const known = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } }
  const again = await app.admin('GET', address(product), undefined, known)
  expect([again.status, again.body]).toEqual([304, undefined])
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
  await app.admin('PUT', `/api/equipments/${product.id}`, { rackUnits: 3, rowVersion: product.rowVersion })
  expect((await app.admin('GET', address(product), undefined, known)).status).toBe(200)
})

it('escapes the text of a product', async () => {
  const model = `</title><script>alert(1)</script>${uniqueName('X')}`
  const { body } = await app.admin('GET', address(await createEquipment(app, { model, description: '"/><image href="//x.example">' })))
  expect(String(body)).toContain('&lt;script&gt;')
  expect(String(body)).not.toMatch(/<script|<image/)
})

it('needs the permission to view the product', async () => {
  const product = await createEquipment(app)
  const stranger = await app.signInAs(['Projects.View'])
  expect((await stranger('GET', address(product))).status).toBe(403)
  const reader = await app.signInAs(['Equipments.View'])
  expect((await reader('GET', address(product))).status).toBe(200)
  expect((await reader('GET', address({ id: 999_999_999 }))).status).toBe(404)
})

it('is open to external users on the access list of the manufacturer', async () => {
  const [shown, hidden] = [await createManufacturer(app), await createManufacturer(app)]
  const guest = await app.signInAs(['ExternalEquipment.View'], { external: true, isNew: true })
  await app.sql('insert into manufacturer_access_entries (manufacturer_id, user_id) values ($1, $2)', [shown.id, guest.userId])
  const draw = async (manufactureId: number) => guest('GET', address(await createEquipment(app, { manufactureId })))
  expect((await draw(shown.id)).status).toBe(200)
  expect((await draw(hidden.id)).status).toBe(404)
})
