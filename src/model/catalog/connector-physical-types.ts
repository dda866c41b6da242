import { boolean, choice, choices, defaulted, image, integer, longText, name, optional, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { ConnectorGender, PinStyle } from './enums.ts'

/** Physical form of a plug or socket (XLR 3, RJ45). A port has one, and only cables with the same one fit. */
export const connectorPhysicalTypes = resource({
  path: 'connectorPhysicalTypes',
  route: '/connector-physical-types',
  names: { one: 'Connector physical type', many: 'Connector physical types' },
  permission: 'ConnectorPhysicalTypes',
  isPickableByStaff: true,
  fields: {
    name: name('Name'),
    code: optional(text('Code', { max: 20 })),
    imageUrl: optional(image()),
    availableGenders: defaulted(choices('Genders', ConnectorGender), []),
    pinCount: optional(integer('Pins', { min: 0, max: 1000 })),
    pinStyle: defaulted(choice('Pin style', PinStyle), PinStyle.Normal),
    isNetwork: defaulted(boolean('Carries a network'), false),
    /** Conductors are terminated one by one, regardless of signal direction. */
    isBareWire: defaulted(boolean('Takes bare wire'), false),
    notes: optional(longText('Notes')),
  },
  computed: { usedCount: integer('Used by ports') },
  list: {
    columns: ['name', 'code', 'imageUrl', 'usedCount', 'updateDate'],
    optionalColumns: ['availableGenders', 'pinCount', 'pinStyle', 'isNetwork', 'isBareWire', 'createDate', 'createdBy', 'updatedBy'],
    search: ['name', 'code'],
    sort: ['name'],
  },
  ref: ['name', 'code', 'imageUrl'],
  image: true,
  exportCategory: 105,
})
