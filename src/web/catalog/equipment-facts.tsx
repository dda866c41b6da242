import type { ReactNode } from 'react'
import { PowerSpecAvailability, PowerSpecType } from '../../model/catalog/enums.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import type { Port } from '../../model/catalog/equipment-parts.ts'
import type { Fields } from '../../model/kit/description.ts'
import { isMissingZero } from '../../model/kit/field.ts'
import { wattsOfSpec } from '../../model/spaces/power.ts'
import { formatNumber, MissingValue } from '../kit/look/format.tsx'
import { Panel } from '../kit/pages.tsx'
import { cellContent } from '../kit/parts/columns.tsx'
import { BackPanel } from './back-panel.tsx'
import css from './equipment.module.css'
import type { Equipment } from './equipment-head.tsx'
import { equipmentSections } from './equipment-sections.ts'

type Key = keyof typeof equipments.fields
const fields: Fields = equipments.fields
/** Fields displayed outside the groups, and where. */
const elsewhere: { [K in Key]?: string } = {
  model: 'the title of the page',
  imageUrl: 'beside it',
  heatLoadWatts: 'beside it, as what follows from it',
  powerSpecs: 'a separate panel, and the back panel',
  networkPorts: 'the back panel',
  ports: 'the back panel',
  technicalDocuments: 'a separate list',
  revitFamilyFileId: 'with the documents',
  wireCadLink: 'nobody but the CAD tool asks for it',
}
const named = new Set<string>([...Object.keys(elsewhere), ...equipmentSections.flatMap(([, keys]) => keys)])
/** The groups of the form, plus a group for all other fields. Empty fields are hidden, except a missing price. */
const groups: [title: string, keys: string[]][] = [
  ...equipmentSections.map(([title, keys]): [string, string[]] => [title, keys.filter((key) => !(key in elsewhere))]),
  ['Other', Object.keys(fields).filter((key) => !named.has(key))],
]

type Supply = Equipment['powerSpecs'][number]
interface Known {
  networkPorts: Equipment['networkPorts']
  powerSpecs: Supply[]
  cableSpec: Equipment['cableSpec']
}

export function EquipmentFacts({ equipment, ports }: { equipment: Known; ports: Port[] }) {
  const { networkPorts, powerSpecs, cableSpec } = equipment
  const values: Record<string, unknown> = { ...equipment }
  return (
    <>
      <div className={css.facts}>
        {groups.map(([title, keys]) => (
          <Facts
            key={title}
            title={title}
            facts={keys.flatMap((key) => (key === 'cableSpec' ? factsOfCable(cableSpec) : equipmentFact(key, values)))}
          />
        ))}
      </div>
      <Panel title="Back panel" note={ports.length + networkPorts.length > 0 ? undefined : 'No ports are known yet.'}>
        <BackPanel sockets={{ ports, networkPorts, powerSpecs }} />
      </Panel>
      {powerSpecs.length > 0 && (
        <Panel title="Power">
          <ul className={css.supplies}>
            {powerSpecs.map((spec, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: supplies have no name of their own
              <li key={index}>
                <b>
                  {formatNumber(spec.quantity)} × {PowerSpecType.label(spec.type)}
                </b>
                <span>{describeSupply(spec)}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

function describeSupply(spec: Supply): string {
  const watts = wattsOfSpec(spec)
  const parts = [
    spec.plug,
    spec.voltage && `${formatNumber(spec.voltage)} V`,
    spec.currentAmps && `${formatNumber(spec.currentAmps)} A`,
    watts > 0 && `${formatNumber(watts)} W each`,
    PowerSpecAvailability.label(spec.availability).toLowerCase(),
  ]
  return parts.filter(Boolean).join(', ')
}

/** In responses a reference has the key without `Id`. */
function equipmentFact(key: string, values: Record<string, unknown>) {
  const field = fields[key]
  if (!field) return []
  const value = values[field.kind === 'reference' ? key.replace(/Id$/, '') : key]
  const shown = field.kind === 'choices' && Array.isArray(value) && value.length === 0 ? undefined : cellContent(field, value)
  // External users do not receive this value at all.
  if (isMissingZero(field, value)) return { label: field.label, shown: <MissingValue /> }
  return { label: field.unit ? `${field.label}, ${field.unit}` : field.label, shown }
}

function factsOfCable(cable: Equipment['cableSpec']) {
  if (!cable) return []
  const values: Record<string, unknown> = { ...cable }
  return Object.entries(equipments.fields.cableSpec.fields ?? {})
    .filter(([key]) => key !== 'sides' && values[key] !== 0)
    .map(([key, field]) => ({ label: field.unit ? `${field.label}, ${field.unit}` : field.label, shown: cellContent(field, values[key]) }))
}

function Facts({ title, facts }: { title: string; facts: { label: string; shown: ReactNode }[] }) {
  const known = facts.filter(({ shown }) => shown !== undefined)
  if (known.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <dl>
        {known.map(({ label, shown }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{shown}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
