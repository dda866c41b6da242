import type { EquipmentAvailability } from '../catalogue/enums.ts'
import type { ContractOrigin, ContractStatus, ContractType } from '../contracts/enums.ts'
import { call, shape } from '../kit/call.ts'
import { group, integer, json, optional, text } from '../kit/field.ts'
import { keysOf } from '../kit/keys.ts'
import type { Permission } from '../permissions.ts'
import type { ResourceOfferState, ResourceShiftRequestState } from '../planning/enums.ts'

interface Named {
  id: number
  name: string
}
export interface Found {
  projects: Named & { number: string | null; client: { name: string } | null }
  leads: Named & { client: { name: string } | null }
  spaces: Named & { projectId: number; spaceNumber: string | null; project: Named; equipmentCount: number }
  spaceTemplates: Named & { equipmentCount: number; countTemplateUsed: number }
  equipments: {
    id: number
    tag: string
    model: string
    availability: EquipmentAvailability
    category: { name: string; icon: string | null } | null
    manufacture: { name: string } | null
    productFamily: { name: string } | null
  }
  contracts: Named & {
    number: string
    status: ContractStatus
    origin: ContractOrigin
    type: ContractType
    isLocked: boolean
    isArchived: boolean
  }
  offers: Named & { state: ResourceOfferState }
  shiftRequests: Named & { state: ResourceShiftRequestState }
}
export type SectionName = keyof Found

/** Kinds of things in the order in which people see them. Whoever types `eq: 4k` looks for equipment only. */
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
export const sectionNames = keysOf(spotlightSections)

/** What was typed: which kind of thing, when it says so, and the words. */
export function readTerm(typed: string): { section?: SectionName; words: string } {
  const [, prefix, rest] = /^\s*([a-z]+):(.*)$/is.exec(typed) ?? []
  const section = sectionNames.find((name) => spotlightSections[name].prefixes.includes(prefix?.toLowerCase() ?? ''))
  return section ? { section, words: (rest ?? '').trim() } : { words: typed.trim() }
}

/** A section shows so many; the rest is behind "Show more". */
export const mostShown = 5
/** Counting on would cost more than it tells: such a total means "at least". */
export const mostCounted = 1000

type Section<N extends SectionName> = { total: number; items: Found[N][] }
const section = <N extends SectionName>(name: N) =>
  group(spotlightSections[name].label, { total: integer('Total'), items: json<Found[N][]>('Items') }) as unknown as ReturnType<
    typeof json<Section<N>>
  >

export const searchSpotlight = call({
  method: 'GET',
  path: '/spotlight',
  permission: 'internal',
  summary: 'Search everything',
  query: { term: optional(text('Term', { max: 200 })) },
  answer: shape({
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
