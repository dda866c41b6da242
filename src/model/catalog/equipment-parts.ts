import type { Field, ValuesOf } from '../kit/description.ts'
import {
  boolean,
  choice,
  color,
  date,
  decimal,
  defaulted,
  flags,
  group,
  id,
  image,
  integer,
  list,
  name,
  optional,
  reference,
  set,
  text,
  url,
  uuid,
  withResponseFields,
} from '../kit/field.ts'
import { round } from '../kit/money.ts'
import { caseFoldedKey } from '../kit/names.ts'
import { messages } from '../kit/rules.ts'
import { equipmentPower, type PoweredEquipment, suppliesInUse, wattsOfSpec } from '../spaces/power.ts'
import { connectorPhysicalTypes } from './connector-physical-types.ts'
import {
  CableKind,
  CableRating,
  CableShielding,
  ConnectorGender,
  CoreScheme,
  NetworkPortType,
  PinStyle,
  PoEType,
  PortDirection,
  PortMarker,
  PowerSpecAvailability,
  PowerSpecType,
  SideTermination,
  TechnicalDocumentType,
  Termination,
} from './enums.ts'

/** Adds a rule between the parts of a field's value. */
const ruled = <T, F extends Field<T>>(
  field: F & Field<T>,
  rule: (value: NonNullable<T>, report: (message: string, path: string) => void) => void,
): F => ({
  ...field,
  check(value, report) {
    let isGood = true
    const clean = field.check(value, (message, path) => {
      isGood = false
      report(message, path)
    })
    if (isGood && clean) rule(clean, report)
    return clean
  },
})

export const powerSpecs = list(
  'Power',
  {
    type: choice('Type', PowerSpecType),
    availability: choice('Availability', PowerSpecAvailability),
    voltage: optional(decimal('Voltage', { max: 10_000, unit: 'V' }, 2)),
    currentAmps: optional(decimal('Current', { max: 10_000, unit: 'A' }, 3)),
    watts: optional(decimal('Power', { max: 1_000_000, unit: 'W' }, 2)),
    poeType: optional(choice('PoE type', PoEType)),
    plug: optional(text('Plug')),
    quantity: defaulted(integer('Quantity', { min: 1, max: 9999 }), 1),
  },
  { max: 50 },
)

export const networkPorts = list(
  'Network ports',
  {
    networkPortType: choice('Type', NetworkPortType),
    quantity: integer('Quantity', { min: 1, max: 256 }),
    label: optional(text('Label')),
    isPoESource: defaulted(boolean('Feeds PoE'), false),
    poeType: optional(choice('PoE type', PoEType)),
  },
  { max: 100 },
)

export const portFields = {
  connectorPhysicalTypeId: reference('Connector', () => connectorPhysicalTypes),
  /** Gender of the connector on the device, not of the cable end. */
  gender: optional(choice('Gender', ConnectorGender)),
  /** The first signal type is the primary one; its color is the color of the wire. */
  signalTypeIds: defaulted(set('Signal types', id('Signal type'), { max: 50 }), []),
  pinStyle: defaulted(choice('Pin style', PinStyle), PinStyle.Normal),
  marker: defaulted(choice('Marker', PortMarker), PortMarker.Normal),
  label: optional(text('Label', { max: 60 })),
}
export const portName = name('Name', { min: 1, max: 60 })
export const samePort = (port: { direction: number; name: string }) => `${port.direction} ${caseFoldedKey(port.name)}`

/** Cable connection point. An input and an output may share a name (two-way ports), two inputs may not. */
const portRow = {
  /** Existing ports keep their id; a port without an id is new. */
  id: optional(id('Port')),
  name: portName,
  direction: choice('Direction', PortDirection),
  ...portFields,
  order: optional(integer('Order', { min: 0, max: 100_000 })),
}
const portRows = list('Ports', portRow, { max: 2000 })
const namesOfPort = {
  id: id('Port'),
  connectorPhysicalType: group('Connector', {
    id: id(),
    name: text('Name'),
    code: optional(text('Code')),
    imageUrl: optional(image('Picture')),
  }),
  signalTypes: list('Signal types', { id: id(), name: text('Name'), abbreviation: text('Abbreviation'), color: optional(color('Color')) }),
}
export const shownPort = { ...portRow, ...namesOfPort }
export type Port = ValuesOf<typeof shownPort>
export const ports = ruled(withResponseFields(portRows, namesOfPort), (rows, report) => {
  const seen = new Set<string>()
  rows.forEach((port, index) => {
    if (seen.has(samePort(port))) report('This name is already taken.', `[${index}].name`)
    seen.add(samePort(port))
  })
})
export type PortInput = ReturnType<typeof ports.check>[number]

const cableSide = (label: string) =>
  optional(
    ruled(
      group(label, {
        sideTermination: choice('Termination', SideTermination),
        connectorPhysicalTypeId: optional(reference('Connector', () => connectorPhysicalTypes)),
        gender: optional(choice('Gender', ConnectorGender)),
      }),
      (side, report) => {
        if (side.sideTermination === SideTermination.Terminated && !side.connectorPhysicalTypeId)
          report(messages.required, 'connectorPhysicalTypeId')
      },
    ),
  )

/** Cable properties of equipment in a cable category. Cable from the reel has no terminated side. */
export const cableSpec = optional(
  ruled(
    group('Cable', {
      /** Some links have different limits per kind, and copper limits do not apply to fiber. */
      kind: optional(choice('Kind', CableKind)),
      shielding: optional(choice('Shielding', CableShielding)),
      coreScheme: optional(choice('Core scheme', CoreScheme)),
      coreCount: optional(integer('Cores', { min: 1, max: 10_000 })),
      gaugeAwg: optional(decimal('Gauge', { max: 60, unit: 'AWG' }, 1)),
      outerDiameterIn: optional(decimal('Outer diameter', { max: 100, unit: 'in' }, 3)),
      rating: defaulted(flags('Ratings', CableRating), 0),
      termination: optional(choice('Termination', Termination)),
      lengthFt: optional(decimal('Length', { max: 100_000, unit: 'ft' }, 2)),
      color: optional(text('Jacket color', { max: 60 })),
      sides: optional(group('Sides', { A: cableSide('Side A'), B: cableSide('Side B') })),
    }),
    (cable, report) => {
      if (cable.termination === Termination.PreTerminated) return
      for (const side of ['A', 'B'] as const)
        if (cable.sides?.[side]?.sideTermination === SideTermination.Terminated)
          report('A cable that is not pre-terminated has no terminated side.', `sides.${side}.sideTermination`)
    },
  ),
)

/** A technical document has either an uploaded file or an external URL. */
export const documentFields = {
  type: choice('Type', TechnicalDocumentType),
  name: name('Name'),
  fileId: optional(uuid('File')),
  url: optional(url('Address')),
  revisionDate: optional(date('Revision')),
}
export const hasContents = (document: { fileId: string | null; url: string | null }) => document.fileId !== null || document.url !== null
const documentRows = list('Technical documents', { id: optional(uuid('Document')), ...documentFields }, { max: 200 })
const fileOfDocument = {
  id: uuid('Document'),
  fileUrl: optional(image('File')),
  fileName: optional(text('File name')),
  contentType: optional(text('Content type')),
  size: optional(integer('Size', { max: Number.MAX_SAFE_INTEGER })),
}
export const technicalDocuments = ruled(withResponseFields(documentRows, fileOfDocument), (rows, report) => {
  rows.forEach((document, index) => {
    if (!hasContents(document)) report(messages.required, `[${index}].fileId`)
  })
})

/** Returns the heat output in watts, or null if unknown (domain: power and heat), rounded to the two decimals the catalog stores. */
export function wattsOfEquipment(equipment: PoweredEquipment): number | null {
  const isSaid = suppliesInUse(equipment.powerSpecs ?? []).some((spec) => spec.watts != null || wattsOfSpec(spec) > 0)
  return equipment.heatLoadWatts != null || isSaid ? round(equipmentPower(equipment).watts, 2) : null
}

export function portNames(input: {
  name: string
  count: number
  startNumber: number
  leadingZeros: number
  suffix: string | null
}): string[] {
  if (input.count === 1) return [input.name.trim()]
  return Array.from(
    { length: input.count },
    (_, index) => `${input.name}${String(input.startNumber + index).padStart(input.leadingZeros, '0')}${input.suffix ?? ''}`,
  )
}
