import { IndustryType } from '../companies/enums.ts'
import { manufacturers } from '../companies/manufacturers.ts'
import { array, call, row } from '../kit/call.ts'
import type { Resource } from '../kit/description.ts'
import { boolean, choice, color, decimal, defaulted, id, integer, name, optional, pattern, reference, set, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { InstallerCode, ProviderCode } from './enums.ts'

/** An equipment category (12 Loudspeakers), with its default provider and installer and its effect on a room's complexity. */
export const categories = resource({
  path: 'categories',
  route: '/equipment-categories',
  names: { one: 'Equipment category', many: 'Equipment categories' },
  permission: 'EquipmentCategories',
  isPickableByStaff: true,
  fields: {
    number: integer('Number', { min: 1, max: 9999 }),
    name: name('Name'),
    icon: optional(text('Icon')),
    color: optional(color('Color')),
    parentId: optional(reference('Parent', (): Resource => categories)),
    industryType: optional(choice('Industry', IndustryType)),
    masterFormatSection: optional(
      pattern('Section', /^[\d. ]+$/, 'Only digits, dots and spaces are valid', { max: 50, hint: 'For example 27 41 16' }),
    ),
    defaultProvider: optional(choice('Provider', ProviderCode)),
    defaultInstaller: optional(choice('Installer', InstallerCode)),
    complexityWeight: defaulted(decimal('Complexity weight', { max: 10 }), 1),
    isCable: defaulted(boolean('Cables'), false),
    isRack: defaulted(boolean('Racks'), false),
    order: optional(integer('Order', { min: 0, max: 99_999 })),
  },
  computed: { equipmentCount: integer('Equipment') },
  list: {
    columns: ['number', 'name', 'icon', 'color', 'parent', 'order', 'masterFormatSection', 'equipmentCount'],
    optionalColumns: [
      'industryType',
      'defaultProvider',
      'defaultInstaller',
      'complexityWeight',
      'isCable',
      'isRack',
      'createDate',
      'updateDate',
      'createdBy',
      'updatedBy',
    ],
    search: ['number', 'name', 'masterFormatSection'],
    sort: ['number'],
    filters: {
      manufacturerIds: { label: 'Manufacturer', kind: 'reference', resource: () => manufacturers },
      projectIds: { label: 'Project', kind: 'reference' },
      spaceIds: { label: 'Space', kind: 'reference' },
    },
  },
  ref: ['name', 'number', 'icon', 'color'],
  picker: ['isCable', 'isRack'],
  image: true,
  exportCategory: 104,
})

export const orderCategories = call({
  method: 'PUT',
  path: '/categories/Order',
  permission: 'EquipmentCategories.Update',
  summary: 'Reorder the equipment categories',
  body: { ids: set('Categories', id('Category'), { min: 1 }) },
  response: array(row(categories)),
})
