import { categories } from '../catalog/categories.ts'
import { EquipmentAvailability } from '../catalog/enums.ts'
import { namedCompany } from '../companies/company.ts'
import { ContractOrigin, ContractStatus, ContractType } from '../contracts/enums.ts'
import { call, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, id, integer, optional, text } from '../kit/field.ts'
import { typedKeys } from '../kit/keys.ts'
import { namedRef, namedShape, object, objects } from '../kit/response-fields.ts'
import type { Permission } from '../permissions.ts'
import { ResourceOfferState, ResourceShiftRequestState } from '../planning/enums.ts'

const client = optional(object('Client', namedCompany))
const { number, icon, color } = categories.fields
const found = {
  projects: { ...namedShape, number: optional(text('Number')), client },
  leads: { ...namedShape, client },
  spaces: {
    ...namedShape,
    projectId: id('Project'),
    spaceNumber: optional(text('Space number')),
    project: object('Project', { ...namedShape, number: optional(text('Number')) }),
    equipmentCount: integer('Equipment'),
  },
  spaceTemplates: { ...namedShape, equipmentCount: integer('Equipment'), countTemplateUsed: integer('Used') },
  equipments: {
    id: id(),
    tag: text('Tag'),
    model: text('Model'),
    availability: choice('Availability', EquipmentAvailability),
    category: optional(object('Category', { ...namedShape, number, icon, color })),
    manufacture: optional(object('Manufacturer', namedCompany)),
    productFamily: optional(namedRef('Product family')),
  },
  contracts: {
    ...namedShape,
    number: text('Number'),
    status: choice('Status', ContractStatus),
    origin: choice('Origin', ContractOrigin),
    type: choice('Type', ContractType),
    isLocked: boolean('Locked'),
    isArchived: boolean('Archived'),
  },
  offers: { ...namedShape, state: choice('State', ResourceOfferState) },
  shiftRequests: { ...namedShape, state: choice('State', ResourceShiftRequestState) },
}
export type SectionName = keyof typeof found
export type Found = { [N in SectionName]: ValuesOf<(typeof found)[N]> }

export const spotlightSections: Record<SectionName, { label: string; needs: Permission; prefixes: readonly string[] }> = {
  projects: { label: 'Projects', needs: 'Projects.View', prefixes: ['p', 'pr', 'project', 'projects'] },
  leads: { label: 'Leads', needs: 'Leads.View', prefixes: ['l', 'lead', 'leads'] },
  spaces: { label: 'Spaces', needs: 'Projects.View', prefixes: ['s', 'sp', 'space', 'spaces'] },
  spaceTemplates: { label: 'Space Templates', needs: 'SpaceTemplates.View', prefixes: ['t', 'st', 'template', 'templates'] },
  equipments: { label: 'Equipment', needs: 'Equipments.View', prefixes: ['eq', 'e', 'equipment'] },
  contracts: { label: 'Contracts', needs: 'ProjectContracts.Manage', prefixes: ['c', 'co', 'contract', 'contracts'] },
  offers: { label: 'Resource Offers', needs: 'ResourceOffers.Manage', prefixes: ['o', 'offer', 'offers'] },
  shiftRequests: { label: 'Resource Shift Requests', needs: 'ResourceShiftRequests.Manage', prefixes: ['sr', 'shift', 'shifts'] },
}
export const sectionNames = typedKeys(spotlightSections)

export function readTerm(typed: string): { section?: SectionName; words: string } {
  const [, prefix, rest] = /^\s*([a-z]+):(.*)$/is.exec(typed) ?? []
  const section = sectionNames.find((name) => spotlightSections[name].prefixes.includes(prefix?.toLowerCase() ?? ''))
  return section ? { section, words: (rest ?? '').trim() } : { words: typed.trim() }
}

export const mostShown = 5
/** Counting stops here for performance; the total then means "at least". */
export const mostCounted = 1000

const section = <N extends SectionName>(name: N) =>
  object(spotlightSections[name].label, { total: integer('Total'), items: objects('Items', found[name]) })

export const searchSpotlight = call({
  method: 'GET',
  path: '/spotlight',
  permission: 'internal',
  summary: 'Search everything',
  query: { term: optional(text('Term', { max: 200 })) },
  response: shape({
    projects: section('projects'),
    leads: section('leads'),
    spaces: section('spaces'),
    spaceTemplates: section('spaceTemplates'),
    equipments: section('equipments'),
    contracts: section('contracts'),
    offers: section('offers'),
    shiftRequests: section('shiftRequests'),
  }),
})
