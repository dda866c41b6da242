import { ProviderCode } from '../catalog/enums.ts'
import { choice, choices, defaulted, optional, references } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { statsCall, statsRowsCall } from '../kit/stats.ts'
import type { Area } from '../permissions.ts'
import { companyComputed, companyCounters, companyFields, companyList, optionalText } from './company.ts'
import { IndustryType } from './enums.ts'
import { manufacturers } from './manufacturers.ts'

interface PartnerTexts {
  path: string
  route: string
  one: string
  many: string
  permission: Area
  exportCategory: number
}

const partnerResource = ({ one, many, ...rest }: PartnerTexts) => ({
  ...rest,
  names: { one, many },
  isPickableByStaff: true,
  computed: companyComputed,
  list: companyList(),
  ref: ['name', 'logoUrl'] as const,
  logs: true,
  image: true,
  stats: ['projects', 'contacts'],
})

export const representatives = resource({
  ...partnerResource({
    path: 'representatives',
    route: '/representatives',
    one: 'Representative',
    many: 'Representatives',
    permission: 'Representatives',
    exportCategory: 122,
  }),
  fields: {
    ...companyFields,
    manufacturerIds: defaulted(
      references('Manufacturers', () => manufacturers),
      [],
    ),
    territory: optionalText('Territory'),
  },
})

export const systemsIntegrators = resource({
  ...partnerResource({
    path: 'systemsIntegrators',
    route: '/systems-integrators',
    one: 'Systems integrator',
    many: 'Systems integrators',
    permission: 'SystemsIntegrators',
    exportCategory: 123,
  }),
  fields: {
    ...companyFields,
    regions: optionalText('Regions'),
    certifications: optionalText('Certifications'),
  },
})

export const generalContractors = resource({
  ...partnerResource({
    path: 'generalContractors',
    route: '/general-contractors',
    one: 'General contractor',
    many: 'General contractors',
    permission: 'GeneralContractors',
    exportCategory: 124,
  }),
  fields: {
    ...companyFields,
    licenseNumber: optionalText('License number'),
  },
})

/** Works for a general contractor in one or more trades. */
export const subContractors = resource({
  ...partnerResource({
    path: 'subContractors',
    route: '/sub-contractors',
    one: 'Sub-contractor',
    many: 'Sub-contractors',
    permission: 'SubContractors',
    exportCategory: 125,
  }),
  fields: {
    ...companyFields,
    trades: defaulted(choices('Trades', IndustryType), []),
    defaultProvider: optional(choice('Provider', ProviderCode)),
  },
})

export const architects = resource({
  ...partnerResource({
    path: 'architects',
    route: '/architects',
    one: 'Architect',
    many: 'Architects',
    permission: 'Architects',
    exportCategory: 126,
  }),
  fields: {
    ...companyFields,
    licenseNumber: optionalText('License number'),
  },
})

export const engineeringFirms = resource({
  ...partnerResource({
    path: 'engineeringFirms',
    route: '/engineering-firms',
    one: 'Engineering firm',
    many: 'Engineering firms',
    permission: 'EngineeringFirms',
    exportCategory: 127,
  }),
  fields: {
    ...companyFields,
    disciplines: optionalText('Disciplines'),
  },
})

export const partnerStats = [representatives, systemsIntegrators, generalContractors, subContractors, architects, engineeringFirms].map(
  (resource) => ({ of: resource, call: statsCall(resource, companyCounters) }),
)

export const manufacturerRepresentatives = statsRowsCall(manufacturers, 'representatives', representatives)
