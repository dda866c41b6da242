import type { Catalog } from './catalog.ts'
import type { Asking, Row } from './client.ts'
import type { People } from './people.ts'
import { fresh, type Making, uploadImage } from './row-maker.ts'

async function makeLeads(
  admin: Asking,
  { full, three }: Making,
  about: Row,
  { contact, companies }: Catalog,
  { group, colleague }: People,
) {
  const lead = await three('/leads', () => about)
  await admin.put(`/leads/${lead.id}/AccessList`, { userIds: [colleague.id], accessGroupIds: [group.id] })
  await admin.put(`/leads/${lead.id}/Contacts`, { contacts: [{ contactId: contact.id, role: 'Owner' }] })
  await admin.put(`/leads/${lead.id}/Companies`, { companies: [{ companyType: 7, companyId: companies.architects!.id }] })
  await three(`/leads/${lead.id}/Notes`, () => ({ body: '<p>Of a lead</p>' }))
  const lost = await full('/leads', about)
  await admin.put(`/leads/${lost.id}/SetStatus`, { status: 4, comment: 'Too dear' })
  const waiting = await full('/leads', about)
  await admin.put(`/leads/${waiting.id}/SetStatus`, { status: 5, comment: 'Next year' })
  await admin.put(`/leads/${waiting.id}/Archive`, { comment: 'For now' })
  const promoted = await full('/leads', about)
  await admin.put(`/leads/${promoted.id}/Promote`, {})
}

async function makeTabs(admin: Asking, { three }: Making, project: Row, { contact, companies, naming, category }: Catalog, people: People) {
  const { colleague, guest, group, guests } = people
  const at = `/projects/${project.id}`
  await admin.put(`${at}/AccessList`, { userIds: [colleague.id], accessGroupIds: [group.id] })
  await admin.put(`${at}/ExternalAccessList`, {
    entries: [
      { subjectType: 1, userId: guest.id, showPrices: true, showEquipment: true, showDocuments: true, showReports: true },
      { subjectType: 2, accessGroupId: guests.id, showEquipment: false },
    ],
  })
  await admin.put(`${at}/Companies`, {
    companies: [
      { companyType: 7, companyId: companies.architects!.id, role: 'Design' },
      { companyType: 2, companyId: companies.generalContractors!.id },
      { companyType: 4, companyId: companies.Manufactures!.id },
    ],
  })
  await admin.put(`${at}/Contacts`, {
    contacts: [
      { contactId: contact.id, isSharedExternally: true },
      { name: 'Free Contact', email: 'free@outside.example', phone: '+1 303 555 0100', companyName: 'Nobody’s', role: 'Watchman' },
    ],
  })
  await admin.make(`${at}/Variables/CopyFromClient`, { overwrite: false })
  const { items } = await admin.get(`${at}/Variables`)
  const more = [
    { name: 'isWired', label: 'Wired', type: 6, value: true },
    { name: 'naming', label: null, type: 5, value: naming.id },
  ]
  await admin.put(`${at}/Variables`, {
    items: [...items.map(({ name, label, type, value }: Row) => ({ name, label, type, value })), ...more],
  })
  await three(`${at}/Notes`, () => ({ body: '<p>Of a project</p>' }))
  await three(`${at}/Timeline`, () => ({ assignedUserId: colleague.id }))
  await admin.put(`${at}/Budget`, {
    clientBudget: null,
    installationFactor: 0.25,
    laborFactor: 0.1,
    contingencyPercent: 5,
    shippingPercent: 2,
    taxPercent: 8.25,
    excludeOwnerFurnished: false,
    lines: [
      { categoryId: category.id, amount: 1000 },
      { provider: 'GC', amount: 500.5 },
      { name: 'Training', amount: 250 },
    ],
    notes: 'Agreed by phone',
  })
  await admin.make(`${at}/ActivityLogs`, { notes: 'Site visited', type: 2 })
}

async function makeTemplate(admin: Asking, { three, full, deleted, know }: Making, { device, other }: Catalog): Promise<Row> {
  const imageUrl = await uploadImage(admin, '/spaceTemplates', '#5588bb')
  const template = await three('/spaceTemplates', () => ({ imageUrl }))
  const at = `/spaceTemplates/${template.id}`
  const group = await three(`${at}/AreaGroups`)
  const line = { equipmentId: device.id, areaGroupId: group.id, provider: 'GC', installer: 'EC' }
  know(`${at}/Equipment`, await full(`${at}/Equipment`, line))
  await full(`${at}/Equipment`, { ...line, equipmentId: other.id, areaGroupId: null, unitPriceOverride: null, isExisting: false })
  await deleted(`${at}/Equipment`, { ...line, label: 'gone' })
  await admin.make(`${at}/Clone`, { name: fresh('Cloned template') })
  return template
}

async function makeRooms(admin: Asking, making: Making, project: Row, template: Row, { device, other, group }: Catalog) {
  const { full, bare, deleted, three, know } = making
  const imageUrl = await uploadImage(admin, '/spaces', '#bb8855')
  const building = await three(`/projects/${project.id}/Buildings`)
  const level = await three(`/buildings/${building.id}/Levels`)
  const here = { projectId: project.id, levelId: level.id, spaceTemplateId: null, equipment: null }
  const space = await three('/spaces', () => ({ ...here, imageUrl, spaceNumber: fresh('No') }))
  const corner = await three(`/spaces/${space.id}/AreaGroups`)
  const line = { equipmentId: device.id, areaGroupId: corner.id, provider: 'GC', installer: 'EC' }
  const own = await full(`/spaces/${space.id}/Equipment`, line)
  know(`/projects/${project.id}/Equipment`, own)
  await bare(`/spaces/${space.id}/Equipment`, { equipmentId: other.id })
  const deletedLine = await full(`/spaces/${space.id}/Equipment`, { ...line, equipmentId: other.id })
  await admin.remove(`/spaces/${space.id}/Equipment/${deletedLine.id}`)
  await admin.make(`/spaces/${space.id}/AddGroup`, { equipmentGroupId: group.id, areaGroupId: corner.id, multiplier: 2 })
  await admin.put(`/projects/${project.id}/Equipment/Bulk`, { lineIds: [own.id], set: { installerName: 'Volt & Sons' } })
  await admin.make(`/spaces/${space.id}/ActivityLogs`, { notes: 'Measured', type: 2 })

  const laidOut = () => full('/spaces', { ...here, spaceNumber: fresh('No'), imageUrl: null, spaceTemplateId: template.id })
  const [behind, current, byHand] = [await laidOut(), await laidOut(), await laidOut()]
  await admin.make(`/spaces/${byHand.id}/Equipment`, { equipmentId: other.id, quantity: 9 })
  await admin.make(`/spaceTemplates/${template.id}/Equipment`, { equipmentId: other.id, quantity: 4 })
  const { previewKey } = await admin.make(`/spaceTemplates/${template.id}/Push`, { spaceIds: [current.id], dryRun: true })
  await admin.make(`/spaceTemplates/${template.id}/Push`, { spaceIds: [current.id], previewKey })
  await admin.make(`/spaces/${space.id}/AddTemplate`, { spaceTemplateId: template.id })
  await admin.make(`/spaceTemplates/FromSpace/${space.id}`, { name: fresh('From a space') })

  const clone = await admin.make(`/spaces/${space.id}/Clone`, { ...here, name: fresh('Clone'), spaceNumber: fresh('No') })
  const [first] = await admin.get(`/spaces/${clone.id}/AreaGroups`)
  await admin.make('/spaces/MoveAreaGroupEquipmentToAnotherSpace', {
    sourceSpaceId: clone.id,
    areaGroupId: first.id,
    targetSpaceId: behind.id,
  })
  const back = await deleted('/spaces', { ...here, spaceNumber: fresh('No'), imageUrl: null })
  await admin.put(`/spaces/${back.id}/restore`)
  const many = [await bare('/spaces', here), await bare('/spaces', here)]
  await admin.make('/spaces/BulkDelete', { ids: many.map(({ id }) => id) })
}

export async function makeWork(admin: Asking, making: Making, catalog: Catalog, people: People): Promise<{ project: Row; closed: Row }> {
  const { full, three } = making
  const imageUrl = await uploadImage(admin, '/projects', '#335577')
  const { colleague } = people
  const about = { clientId: catalog.client.id, associateConsultantId: colleague.id, projectManagerId: colleague.id, imageUrl }
  const named = () => ({ ...about, name: fresh('Odd project') })
  await makeLeads(admin, making, about, catalog, people)
  const project = await three('/projects', named, ['clientId'])
  const template = await makeTemplate(admin, making, catalog)
  await makeTabs(admin, making, project, catalog, people)
  await makeRooms(admin, making, project, template, catalog)

  const through = async (item: Row, ...statuses: number[]) => {
    for (const status of statuses) await admin.put(`/projects/${item.id}/SetStatus`, { status, comment: 'As agreed' })
  }
  const closed = await full('/projects', named())
  await makeRooms(admin, making, closed, template, catalog)
  await through(closed, 101, 102, 104)
  await admin.put(`/projects/${closed.id}/Activate`, {})
  await admin.put(`/projects/${closed.id}/Close`, {})
  const archived = await full('/projects', named())
  await through(archived, 101, 102, 105)
  await admin.put(`/projects/${archived.id}/Archive`, { comment: 'Another firm has it' })
  const paused = await full('/projects', named())
  await through(paused, 1)
  const numbered = await full('/projects', named())
  await admin.put(`/projects/${numbered.id}/Number`, { number: 'ODD-77' })
  return { project, closed }
}
