import { call, standardCalls } from '../kit/call.ts'
import {
  boolean,
  choice,
  id,
  image,
  integer,
  list,
  longText,
  money,
  name,
  optional,
  quantity,
  reference,
  withResponseFields,
} from '../kit/field.ts'
import { type RowOf, resource } from '../kit/resource.ts'
import { namedRef, object } from '../kit/response-fields.ts'
import { statsRowsCall } from '../kit/stats.ts'
import { InstallerCode, ProviderCode } from './enums.ts'
import { equipments } from './equipment.ts'

const rows = list(
  'Equipment',
  {
    equipmentId: reference('Equipment', () => equipments),
    quantity: quantity(),
    /** Null uses the catalog's value when the group is added to a space. */
    provider: optional(choice('Provider', ProviderCode)),
    installer: optional(choice('Installer', InstallerCode)),
  },
  { min: 1, max: 100 },
)

/** The same equipment may repeat only with a different provider or installer. */
const sent: typeof rows = {
  ...rows,
  check(value, report) {
    const clean = rows.check(value, report)
    const seen = new Set<string>()
    for (const [at, item] of (Array.isArray(clean) ? clean : []).entries()) {
      const key = [item.equipmentId, item.provider, item.installer].join(' ')
      if (seen.has(key)) report('This equipment is already in the group.', `[${at}].equipmentId`)
      seen.add(key)
    }
    return clean
  },
}

const { tag, model, description, imageUrl, availability, msrpPrice } = equipments.fields
const product = { id: id(), tag, model, description, imageUrl, availability, msrpPrice }
export type EquipmentGroupItem = RowOf<typeof equipmentGroups>['items'][number]

/** Equipment that is usually added together. Spaces that received the group do not change when the group changes. */
export const equipmentGroups = resource({
  path: 'equipmentGroups',
  route: '/equip-groups',
  names: { one: 'Equipment group', many: 'Equipment groups' },
  permission: { view: 'Equipments.View', create: 'Equipments.Update', update: 'Equipments.Update', delete: 'Equipments.Update' },
  isPickableByStaff: true,
  fields: {
    name: name('Name'),
    description: optional(longText('Description')),
    imageUrl: optional(image()),
    items: withResponseFields(sent, {
      equipment: object('Equipment', { ...product, isDeleted: boolean('Deleted'), manufacture: namedRef('Manufacturer') }),
    }),
  },
  computed: {
    contents: longText('Contents'),
    itemsCount: integer('Items'),
    totalMsrpPrice: money('Total MSRP'),
  },
  list: {
    columns: ['imageUrl', 'name', 'contents', 'itemsCount', 'totalMsrpPrice'],
    optionalColumns: ['description', 'items', 'createDate', 'updateDate', 'createdBy', 'updatedBy'],
    search: ['name', 'description'],
    sort: ['name'],
  },
  image: true,
  exportCategory: 101,
})

export const equipmentGroupsOfEquipment = statsRowsCall(equipments, 'equipmentGroups', equipmentGroups)

/** Uses the path that the specification defines. */
export const exportEquipmentGroups = call({
  ...standardCalls(equipmentGroups).export!,
  path: '/equipments/ExportEquipmentGroups',
})
