import { enumeration, type ValueOf } from './enumeration.ts'

/**
 * Filters a list can offer. The specification defines no numbers, so they follow its order. `make` is missing: it is a text filter on the
 * manufacturer's name.
 */
export const FilterType = enumeration('FilterType', {
  Divider: [0, 'Divider'],
  User: [1, 'User', { queryParameter: 'userIds' }],
  CreatedBy: [2, 'Created By', { queryParameter: 'createdByIds' }],
  UpdatedBy: [3, 'Updated By', { queryParameter: 'updatedByIds' }],
  Provider: [4, 'Provider', { queryParameter: 'providers' }],
  Installer: [5, 'Installer', { queryParameter: 'installers' }],
  Category: [6, 'Category', { queryParameter: 'categoryIds' }],
  Building: [7, 'Building', { queryParameter: 'buildingIds' }],
  Level: [8, 'Level', { queryParameter: 'levelIds' }],
  Manufacturer: [9, 'Manufacturer', { queryParameter: 'manufacturerIds' }],
  ProductFamily: [10, 'Product Family', { queryParameter: 'productFamilyIds' }],
  SpaceTemplate: [11, 'Space Template', { queryParameter: 'spaceTemplateIds' }],
  Client: [12, 'Client', { queryParameter: 'clientIds' }],
  Role: [13, 'Role', { queryParameter: 'roleIds' }],
  ExternalRole: [14, 'External Role', { queryParameter: 'externalRoleIds' }],
  ProjectStatus: [15, 'Project Status', { queryParameter: 'projectStatuses' }],
  LeadStatus: [16, 'Lead Status', { queryParameter: 'leadStatuses' }],
  ContractType: [17, 'Contract Type', { queryParameter: 'contractTypes' }],
  ContractOrigin: [18, 'Contract Origin', { queryParameter: 'contractOrigins' }],
  ContractStatus: [19, 'Contract Status', { queryParameter: 'contractStatuses' }],
  DownloadType: [20, 'Download Type', { queryParameter: 'templateTypes' }],
  LaborType: [21, 'Labor Type', { queryParameter: 'laborTypes' }],
  DownloadCategory: [22, 'Download Category', { queryParameter: 'downloadTaskCategories' }],
  SpaceStatus: [23, 'Space Status', { queryParameter: 'spaceStatuses' }],
  RackAffiliation: [24, 'Rack Affiliation', { queryParameter: 'rackIds' }],
  InstallerName: [25, 'Installer Name', { queryParameter: 'installerNames' }],
})
export type FilterType = ValueOf<typeof FilterType>

export const RecentType = enumeration('RecentType', {
  Created: [1, 'Created'],
  Updated: [2, 'Updated'],
  Accessed: [3, 'Accessed'],
})
export type RecentType = ValueOf<typeof RecentType>
