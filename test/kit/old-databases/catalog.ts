import { randomUUID } from 'node:crypto'
import type { Asking, Row } from './client.ts'
import type { People } from './people.ts'
import { code, createForm, fresh, type Making, uploadImage } from './row-maker.ts'

export interface Catalog {
  client: Row
  companies: Record<string, Row>
  contact: Row
  device: Row
  other: Row
  group: Row
  category: Row
  naming: Row
}

const partners = ['representatives', 'systemsIntegrators', 'generalContractors', 'subContractors', 'architects', 'engineeringFirms']
const lists = { industryTypes: [1, 2], trades: [1], manufacturerIds: [] }

export async function makeCompanies(admin: Asking, making: Making, { colleague, guest, guests }: People) {
  const { full, three } = making
  const companies: Record<string, Row> = {}
  const logoUrl = await uploadImage(admin, '/Manufactures', '#778899')
  companies.Manufactures = await three('/Manufactures', () => ({ ...lists, logoUrl }))
  const maker = companies.Manufactures
  await admin.put(`/Manufactures/${maker.id}/AccessList`, { userIds: [guest.id], accessGroupIds: [guests.id] })
  const family = await three(`/Manufactures/${maker.id}/ProductFamilies`)
  for (const path of partners) companies[path] = await three(`/${path}`, () => ({ ...lists, manufacturerIds: [maker.id], logoUrl }))

  const aboutClient = () => ({ ...lists, logoUrl, abbreviatedName: code('OD'), accountManagerId: colleague.id })
  const client = await three('/clients', aboutClient)
  const retired = await full('/clients', aboutClient())
  await admin.put(`/clients/${retired.id}/Retire`)
  const items = [
    { name: 'floor', label: 'Floor box', type: 1, value: 'FSR' },
    { name: 'rich', label: null, type: 2, value: '<p>rich</p>' },
    { name: 'factor', label: null, type: 3, value: 1.25 },
    { name: 'counter', label: null, type: 4, value: 12 },
    { name: 'empty', label: null, type: 1, value: null },
  ]
  await admin.put(`/clients/${client.id}/Variables`, { items })
  await admin.make(`/clients/${client.id}/ActivityLogs`, { notes: 'Called, nobody there', type: 2 })
  await full('/contacts', { companyType: 4, companyId: maker.id })
  const contact = await three('/contacts', () => ({ companyType: 0, companyId: client.id }))
  return { client, companies, family, contact }
}

export async function makeCatalog(admin: Asking, making: Making, people: People): Promise<Catalog> {
  const { bare, full, deleted, three } = making
  const known = await makeCompanies(admin, making, people)
  const maker = known.companies.Manufactures!
  const imageUrl = await uploadImage(admin, '/equipments', '#99aa33')

  const number = () => ({ number: Number(code('9')) })
  const parent = await three('/categories', () => ({ ...number(), parentId: null, isCable: false, isRack: false }))
  const category = await full('/categories', { ...number(), parentId: parent.id, isCable: false, isRack: false })
  const cables = await full('/categories', { ...number(), parentId: parent.id, isCable: true, isRack: false })
  const connector = await three('/connectorPhysicalTypes', () => ({ imageUrl }))
  const cable = await full('/equipments', {
    ...deviceBody({ maker, category: cables, imageUrl }),
    cableSpec: {
      shielding: 1,
      coreCount: 4,
      gaugeAwg: 22,
      termination: 2,
      lengthFt: 10,
      color: 'black',
      sides: { A: { sideTermination: 1, connectorPhysicalTypeId: connector.id, gender: 1 } },
    },
  })
  const aboutSignal = () => ({ abbreviation: code('OS'), compatibleConnectorIds: [connector.id], defaultCableEquipmentId: cable.id })
  const signal = await three('/signalTypes', aboutSignal)

  const file = await admin.make('/files', createForm('odd "family".rfa', 'not really a family'))
  const port = { connectorPhysicalTypeId: connector.id, signalTypeIds: [signal.id], gender: 1, pinStyle: 1, marker: 1, label: 'odd' }
  const about = () => ({
    ...deviceBody({ maker, category, imageUrl }),
    productFamilyId: known.family.id,
    revitFamilyFileId: file.id,
    ports: [
      { ...port, name: 'IN', direction: 1 },
      { ...port, name: 'OUT', direction: 2, gender: null, label: null },
    ],
    powerSpecs: [{ type: 1, availability: 1, voltage: 120, currentAmps: 2, watts: 200, plug: 'NEMA 5-15', quantity: 1 }],
    networkPorts: [{ networkPortType: 1, quantity: 2, label: 'Control', isPoESource: false, poeType: null }],
    wireCadLink: { id: randomUUID(), manufacturerName: 'ODD', equipmentName: fresh('ODD') },
  })
  const device = await three('/equipments', about)
  const other = await full('/equipments', about())
  await admin.make(`/equipments/${device.id}/Files`, { type: 1, name: 'Manual', fileId: file.id, url: null, revisionDate: '2026-01-31' })
  await admin.make(`/equipments/${device.id}/Files`, { type: 2, name: 'Sheet', fileId: null, url: 'https://maker.example/sheet.pdf' })
  await admin.make(`/equipments/${device.id}/Clone`, { model: fresh('Clone') })
  const back = await deleted('/equipments', about())
  await admin.put(`/equipments/${back.id}/restore`)
  const items = [
    { equipmentId: device.id, quantity: 2, provider: 'GC', installer: 'EC' },
    { equipmentId: cable.id, quantity: 5 },
  ]
  const group = await three('/equipmentGroups', () => ({ items, imageUrl }))
  const segments = [
    { type: 'DocumentType', value: null, padding: null },
    { type: 'Text', value: '-', padding: null },
    { type: 'Sequence', value: null, padding: 4 },
  ]
  const naming = await three('/namingTemplates', () => ({ segments }))
  const plain = await bare('/categories', number())
  await bare('/equipments', deviceBody({ maker, category: plain, imageUrl }))
  return { ...known, device, other, group, category, naming }
}

const deviceBody = ({ maker, category, imageUrl }: Row) => ({
  tag: code('ODD-'),
  imageUrl,
  manufactureId: maker.id,
  categoryId: category.id,
  productFamilyId: null,
  revitFamilyFileId: null,
  cableSpec: null,
  wireCadLink: null,
  msrpPrice: 199.95,
})

export async function makeChangeSets(admin: Asking, { full, know }: Making, { companies, category, device, other }: Catalog) {
  const some: Row[] = []
  const about = () => deviceBody({ maker: companies.Manufactures, category, imageUrl: null })
  for (let n = 0; n < 5; n++) some.push(await full('/equipments', about()))
  const change = (rows: Row[]) => admin.put('/equipments/BulkUpdate', { rows })
  const [one, two, old, twin, keptRow] = some as [Row, Row, Row, Row, Row]
  const first = await change([one, two].map(({ id }) => ({ id, partNumber: code('P'), notes: null })))
  await change([{ id: one.id, partNumber: code('P') }])
  know('/changeSets', await admin.make(`/changeSets/${first.changeSetId}/Undo`))
  await change([{ id: keptRow.id, description: 'as it stays' }])
  const again = await change([{ id: keptRow.id, weightLb: 12.5 }])
  const undone = await admin.make(`/changeSets/${again.changeSetId}/Undo`)
  await admin.make(`/changeSets/${undone.id}/Undo`)
  const set = { equipmentId: device.id, newEquipmentId: other.id, everywhere: true, dryRun: true }
  const { token } = await admin.make('/equipments/ReplaceEquipment', set)
  await admin.make('/equipments/ReplaceEquipment', { ...set, dryRun: false, token })
  await admin.make(`/equipments/${old.id}/Merge`, { ids: [twin.id] })
  const sheet = `Brand,Model,Price,Category\n${companies.Manufactures!.name},${fresh('Imported')},12.5,${category.number}\n`
  await admin.make(
    '/equipments/Import',
    createForm('list.csv', sheet, { mapping: { manufacturer: 0, model: 1, msrpPrice: 2, category: 3 } }),
  )
}
