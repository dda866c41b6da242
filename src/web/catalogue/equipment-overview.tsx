import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PowerSpecAvailability, PowerSpecType } from '../../model/catalogue/enums.ts'
import { equipments as of } from '../../model/catalogue/equipment.ts'
import { projects } from '../../model/projects/projects.ts'
import { wattsOfSpec } from '../../model/spaces/power.ts'
import { projectsWithEquipment } from '../../model/spaces/uses.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { useKeys } from '../kit/look/keys.ts'
import { Panel, quantityColumn, RowsPanel } from '../kit/pages.tsx'
import { content } from '../kit/parts/columns.tsx'
import { useCan } from '../kit/request/can.ts'
import { BackPanel } from './back-panel.tsx'
import css from './equipment.module.css'
import { AtAGlance } from './equipment-glance.tsx'
import { type Equipment, EquipmentTab, portsOf } from './equipment-head.tsx'
import { EquipmentDetailsPage } from './equipment-page.tsx'

/** What a product is, before anybody thinks of changing it; a new one begins with its form. */
export function EquipmentPage() {
  const { id } = useParams({ strict: false })
  if (id === 'new') return <EquipmentDetailsPage />
  return (
    <EquipmentTab actions={(equipment) => <EditEquipment id={equipment.id} />} aside={(equipment) => <AtAGlance equipment={equipment} />}>
      {(equipment) => <Overview equipment={equipment} />}
    </EquipmentTab>
  )
}

function EditEquipment({ id }: { id: number }) {
  const mayUpdate = useCan(of.permission.update ?? 'internal')
  const navigate = useNavigate()
  const to = `/equipment/${id}/details`
  useKeys({ edit: mayUpdate ? () => void navigate({ to }) : undefined })
  if (!mayUpdate) return null
  return (
    <Button component={Link} to={to} c="var(--dna-on-accent)">
      Edit
    </Button>
  )
}

/** Fields of the resource by their keys, in groups; one nobody has filled in is not shown. */
const groups: [title: string, keys: (keyof typeof of.fields)[]][] = [
  [
    'What it is',
    ['tag', 'partNumber', 'manufactureId', 'productFamilyId', 'categoryId', 'industryType', 'availability', 'url', 'description'],
  ],
  ['Price and responsibility', ['msrpPrice', 'priceDate', 'defaultProvider', 'defaultInstaller']],
  [
    'Size and rack',
    [
      'widthIn',
      'heightIn',
      'depthIn',
      'weightLb',
      'diagonalIn',
      'isRackMountable',
      'rackUnits',
      'rackAccessory',
      'poeBudgetWatts',
      'stockLengthFt',
    ],
  ],
  ['Network and wireless', ['wirelessProtocols']],
  ['Revit', ['revitFamilyName', 'revitTypeName']],
  ['Notes', ['notes', 'internalNotes']],
]

function Overview({ equipment }: { equipment: Equipment }) {
  const { ports, networkPorts, powerSpecs } = equipment
  const values: Record<string, unknown> = { ...equipment }
  const seesProjects = useCan(projects.permission.view)
  return (
    <>
      <div className={css.facts}>
        {groups.map(([title, keys]) => (
          <Facts key={title} title={title} facts={keys.map((key) => factOf(key, values))} />
        ))}
      </div>
      <Panel title="Back panel" note={ports.length + networkPorts.length > 0 ? undefined : 'No ports are known yet.'}>
        <BackPanel of={{ ports: portsOf(equipment), networkPorts, powerSpecs }} />
      </Panel>
      {powerSpecs.length > 0 && (
        <Panel title="Power">
          <ul className={css.supplies}>
            {powerSpecs.map((spec, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: supplies have no name of their own
              <li key={at}>
                <b>
                  {formatNumber(spec.quantity)} × {PowerSpecType.label(spec.type)}
                </b>
                <span>{supplyInWords(spec)}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {seesProjects && (
        <RowsPanel
          title="Used in"
          of={projects}
          call={projectsWithEquipment}
          params={{ id: equipment.id }}
          shown={['name', 'number', 'client', 'projectStatus']}
          more={[quantityColumn]}
          hrefOf={(project) => `/projects/${project.id}`}
          empty="Not used in any project you can see."
        />
      )}
    </>
  )
}

type Supply = Equipment['powerSpecs'][number]
function supplyInWords(spec: Supply): string {
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

/** A reference is answered under its name without `Id`. */
function factOf(key: keyof typeof of.fields, values: Record<string, unknown>) {
  const field = of.fields[key]
  const value = values[field.kind === 'reference' ? key.replace(/Id$/, '') : key]
  const shown = field.kind === 'choices' && Array.isArray(value) && value.length === 0 ? undefined : content(field, value)
  return { label: field.unit ? `${field.label}, ${field.unit}` : field.label, shown }
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
