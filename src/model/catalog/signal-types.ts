import { IndustryType } from '../companies/enums.ts'
import { boolean, choice, color, decimal, defaulted, integer, longText, name, optional, reference, references, text } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { connectorPhysicalTypes } from './connector-physical-types.ts'
import { LineStyle, LinkType } from './enums.ts'
import { equipments } from './equipment.ts'

/** A kind of signal a port carries (HDMI, Dante, RS-232). Its color is used for wires in drawings. */
export const signalTypes = resource({
  path: 'signalTypes',
  route: '/signal-types',
  names: { one: 'Signal type', many: 'Signal types' },
  permission: 'SignalTypes',
  isPickableByStaff: true,
  fields: {
    name: name('Name'),
    abbreviation: text('Abbreviation', { min: 1, max: 20 }),
    color: optional(color('Wire color')),
    lineStyle: defaulted(choice('Line style', LineStyle), 'solid'),
    industryType: optional(choice('Industry', IndustryType)),
    compatibleConnectorIds: defaulted(
      references('Compatible connectors', () => connectorPhysicalTypes),
      [],
    ),
    defaultCableEquipmentId: optional(reference('Default cable', () => equipments)),
    cableNumberPrefix: optional(text('Cable number prefix', { max: 20 })),
    cableStartNumber: optional(integer('First cable number', { min: 0, max: 999_999 })),
    allowsMany: defaulted(boolean('Several cables on one port'), false),
    /** Determines the maximum cable length, defined in the settings. */
    linkType: optional({ ...choice('Link type', LinkType), hint: 'Cables longer than the limit in the settings get a warning' }),
    /** Overrides the limit of the settings for any cable. */
    lengthLimitM: optional(
      decimal(
        'Longest cable',
        { max: 100_000, unit: 'm', hint: 'If empty, the limit of the link type in the settings applies; warnings are in feet' },
        2,
      ),
    ),
    notes: optional(longText('Notes')),
  },
  computed: { usedCount: integer('Used by ports') },
  list: {
    columns: ['name', 'abbreviation', 'color', 'lineStyle', 'usedCount', 'updateDate'],
    optionalColumns: [
      'industryType',
      'defaultCableEquipment',
      'cableNumberPrefix',
      'cableStartNumber',
      'allowsMany',
      'linkType',
      'lengthLimitM',
      'createDate',
      'createdBy',
      'updatedBy',
    ],
    search: ['name', 'abbreviation'],
    sort: ['name'],
  },
  ref: ['name', 'abbreviation', 'color', 'lineStyle'],
  exportCategory: 106,
})
