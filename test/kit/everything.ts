import { expect } from 'vitest'
import { createCadRequest } from './given-wire-cad.ts'
import type { TestApp } from './start.ts'

/** Creates one row of everything, so every page has content; restore pages have a deleted row. */
export async function createEverything(house: TestApp) {
  const ask = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}) => {
    const answer = await house.admin(method, `/api/${path}`, body)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  const made = async (path: string, body: object) => (await ask('POST', path, body)).id as number
  const listed = async (path: string) => (await house.admin('GET', `/api/${path}`)).body.items
  const upload = async (name: string) => {
    const form = new FormData()
    form.append('file', new Blob(['everything']), name)
    return (await house.admin('POST', '/api/files', form)).body.id as string
  }
  const me = house.admin.userId

  const client = await made('clients', { name: 'Every Client', abbreviatedName: 'EVRY' })
  await made('contacts', { companyType: 0, companyId: client, firstName: 'Eva', lastName: 'Every', email: 'eva@example.com' })
  const maker = await made('Manufactures', { name: 'Every Maker' })
  const family = await made(`Manufactures/${maker}/ProductFamilies`, { name: 'Every family' })
  const category = (await listed('categories?itemsPerPage=1'))[0].id
  const product = { manufactureId: maker, productFamilyId: family, categoryId: category, msrpPrice: 100 }
  const [signal, connector] = [(await listed('signalTypes?search=HDMI'))[0].id, (await listed('connectorPhysicalTypes?search=HDMI'))[0].id]
  const ports = [1, 2].map((direction) => ({ name: 'HDMI', direction, connectorPhysicalTypeId: connector, signalTypeIds: [signal] }))
  const equipment = await made('equipments', { ...product, tag: 'EV-1', model: 'Every 1', watts: 40, rackUnits: 2, ports })
  await made(`equipments/${equipment}/Files`, { type: 2, name: 'Manual', fileId: await upload('manual.txt'), revisionDate: '2026-01-01' })
  await made('equipmentGroups', { name: 'Every group', items: [{ equipmentId: equipment, quantity: 2 }] })
  const changed = await ask('PUT', 'equipments/BulkUpdate', { rows: [{ id: equipment, tag: 'EV-2' }] })

  const template = await made('spaceTemplates', { name: 'Every template', defaultComplexity: 3 })
  const areaGroup = await made(`spaceTemplates/${template}/AreaGroups`, { name: 'Front' })
  await made(`spaceTemplates/${template}/Equipment`, { equipmentId: equipment, quantity: 1, areaGroupId: areaGroup })
  await made('namingTemplates', { name: 'Every name', segments: [{ type: 'SpaceName' }] })

  const project = await made('projects', { name: 'Every project', clientId: client })
  const [building] = await listed(`projects/${project}/Buildings`)
  const [level] = await listed(`buildings/${building.id}/Levels`)
  const room = { projectId: project, levelId: level.id }
  const space = await made('spaces', { ...room, name: 'Every room', spaceNumber: '1' })
  await made(`spaces/${space}/Equipment`, { equipmentId: equipment, quantity: 2 })
  await made(`spaces/${space}/Circuits`, { panel: 'L1', number: '1' })
  const [from, to] = await listed(`projects/${project}/Units?sortBy=label`)
  const [into, out] = (await house.admin('GET', `/api/equipments/${equipment}`)).body.ports
  const ends = { fromUnitId: from.id, fromPortId: out.id, toUnitId: to.id, toPortId: into.id }
  await made(`projects/${project}/Connections`, { ...ends, lengthFt: 50 })
  await made(`projects/${project}/Conduits`, { name: 'Every conduit' })
  await made('spaces', { ...room, name: 'Every other room', spaceNumber: '2', spaceTemplateId: template })
  await made(`spaceTemplates/${template}/Equipment`, { equipmentId: equipment, quantity: 4, provider: 'EC' })
  await made(`projects/${project}/Notes`, { title: 'Every note', body: '<p>Ceiling height</p>' })
  await made(`projects/${project}/Revisions`, { code: 'EV-R1', title: 'Every revision', issueDate: '2026-06-12' })
  const lead = await made('leads', { name: 'Every lead', clientId: client, probabilityPercent: 40 })

  const group = await made('accessGroups', { name: 'Every group', userIds: [me] })
  const team = await made('teams', { name: 'Every team', color: '#0055aa', leadUserId: me, memberIds: [me] })
  const external = (await listed('externalRoles'))[0].id
  const guest = await made('externalUsers', { email: 'guest@example.com', firstName: 'Gus', lastName: 'Guest', roleId: external })
  const outside = await made('externalAccessGroups', { name: 'Every guest', userIds: [guest] })
  await ask('PUT', `projects/${project}/AccessList`, { userIds: [me], accessGroupIds: [group] })
  await ask('PUT', `leads/${lead}/AccessList`, { userIds: [me], accessGroupIds: [group] })
  await made('assets', { name: 'Every border', category: 3, fileId: await upload('border.txt') })
  const view = await made('savedViews', { list: '/equipment', name: 'Every view', address: 'sort=-model', isDefault: false })
  await ask('PUT', `savedViews/${view}/Share`, { accessGroupIds: [group] })
  const asked = await house.admin('GET', '/api/equipments/export')
  expect(asked.status).toBe(202)

  const contract = await made(`projects/${project}/Contracts`, { name: 'Every contract' })
  const { phase } = (
    await house.admin('POST', `/api/contracts/${contract}/Phases`, { type: 3, startDate: '2026-03-02', endDate: '2026-04-30' })
  ).body
  await ask('POST', `contracts/${contract}/Phases/${phase.id}/Records`, { type: 0, userId: me, laborType: 2, hours: 40 })
  await ask('POST', `contracts/${contract}/DirectExpenses`, {
    category: 0,
    description: 'Every flight',
    date: '2026-03-03',
    revenue: 5,
    cost: 4,
  })
  await ask('POST', `contracts/${contract}/Documents`, { fileId: await upload('agreement.txt') })

  const colleague = await made('users', { email: 'every.colleague@example.com', firstName: 'Every', lastName: 'Colleague', roleId: 1 })
  for (const step of ['SendForApproval', 'Approve']) await ask('PUT', `contracts/${contract}/${step}`, {})
  const scenario = await made(`projects/${project}/Scenarios`, { name: 'Every scenario' })
  const offer = await made('resourceOffers', {
    projectId: project,
    targetUserId: colleague,
    lines: [{ contractId: contract, phaseType: 3, laborType: 2, month: '2026-03', hours: 4 }],
  })
  const [phaseNow] = await listed(`contracts/${contract}/Phases`)
  const shift = await made('resourceShiftRequests', {
    name: 'Every shift',
    projectId: project,
    reason: 'Away',
    lines: [{ phaseRecordId: phaseNow.records[0].id, fromMonth: '2026-03', toMonth: '2026-05', hours: 4 }],
  })

  const cad = await createCadRequest(
    house.admin,
    'Manufacturer,Equipment Name\nEvery Maker,Every 1\nEvery Maker,Every 2',
    { projectId: project },
    'items.csv',
  )

  for (const [path, body] of [
    ['clients', { name: 'Gone Client', abbreviatedName: 'GONE' }],
    ['equipments', { ...product, tag: 'GO-1', model: 'Gone 1' }],
    ['projects', { name: 'Gone project', clientId: client }],
    ['leads', { name: 'Gone lead', clientId: client }],
    ['spaces', { ...room, name: 'Gone room', spaceNumber: '3' }],
    ['spaceTemplates', { name: 'Gone template' }],
  ] as const)
    await ask('DELETE', `${path}/${await made(path, body)}`)

  return {
    place: { spaceId: space, buildId: building.id, contractId: contract, scenarioId: scenario, sheet: 'equipment' } as Record<
      string,
      unknown
    >,
    of: {
      projects: project,
      'view-project': project,
      leads: lead,
      clients: client,
      manufacturers: maker,
      equipment,
      'equipment-categories': category,
      'space-templates': template,
      'naming-templates': 1,
      'layout-templates': 1,
      'layout-views': 1,
      users: me,
      workload: me,
      roles: 1,
      teams: team,
      'holiday-calendars': 1,
      'manage-contracts': contract,
      offers: offer,
      'manage-offers': offer,
      'shift-requests': shift,
      'manage-shift-requests': shift,
      integrations: cad.id,
      'access-groups': group,
      'external-access-groups': outside,
      'external-roles': external,
      'external-users': guest,
      invitations: await made('invitations', { email: 'every@example.com', externalRoleId: external, projectIds: [project] }),
      'change-sets': changed.changeSetId,
      webhooks: await made('webhooks', { address: 'https://hooks.example.com/every', events: ['client.created'], isActive: false }),
      'signal-types': 1,
      'connector-physical-types': 1,
      representatives: await made('representatives', { name: 'Every partner' }),
      'systems-integrators': await made('systemsIntegrators', { name: 'Every partner' }),
      'general-contractors': await made('generalContractors', { name: 'Every partner' }),
      'sub-contractors': await made('subContractors', { name: 'Every partner' }),
      architects: await made('architects', { name: 'Every partner' }),
      'engineering-firms': await made('engineeringFirms', { name: 'Every partner' }),
    } as Record<string, unknown>,
  }
}
