import { equipments } from '../catalog/equipment.ts'
import { clients } from '../companies/clients.ts'
import { manufacturers } from '../companies/manufacturers.ts'
import {
  architects,
  engineeringFirms,
  generalContractors,
  representatives,
  subContractors,
  systemsIntegrators,
} from '../companies/partner.ts'
import { call, listQuery, page, shape, standardCalls } from '../kit/call.ts'
import type { AccessRule } from '../kit/description.ts'
import { id, integer, text } from '../kit/field.ts'
import { statsRowsCall } from '../kit/stats.ts'
import { leads } from '../projects/leads.ts'
import { projects } from '../projects/projects.ts'
import { spaceTemplates } from '../templates/space-templates.ts'
import { spaces } from './spaces.ts'

export const projectsWithEquipment = statsRowsCall(equipments, 'projects', projects)
export const spacesOfEquipment = statsRowsCall(equipments, 'spaces', spaces)
export const projectsWithManufacturer = statsRowsCall(manufacturers, 'projects', projects)
export const spacesWithManufacturer = statsRowsCall(manufacturers, 'spaces', spaces)
export const projectsOfClient = statsRowsCall(clients, 'projects', projects)
export const spacesOfClient = statsRowsCall(clients, 'spaces', spaces)
export const leadsOfClient = statsRowsCall(clients, 'leads', leads)

const namedUses = (kind: 'spaceTemplates' | 'racks', noun: string, permission: AccessRule) =>
  call({
    method: 'GET',
    path: `/equipments/:id/Stats/${kind}`,
    permission,
    summary: `List the ${noun.toLowerCase()} with this equipment`,
    query: listQuery,
    response: page(shape({ id: id(), name: text('Name'), quantity: integer('Quantity') })),
  })
export const templatesWithEquipment = {
  ...namedUses('spaceTemplates', 'Space templates', { all: [equipments.permission.view, spaceTemplates.permission.view] }),
  query: { ...listQuery, sortBy: standardCalls(spaceTemplates).list.query.sortBy },
}
export const racksWithEquipment = namedUses('racks', 'Racks', equipments.permission.view)

export const projectsOfPartners = [
  representatives,
  systemsIntegrators,
  generalContractors,
  subContractors,
  architects,
  engineeringFirms,
].map((resource) => ({ of: resource, call: statsRowsCall(resource, 'projects', projects) }))
