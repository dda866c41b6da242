import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PortDirection } from '../../model/catalog/enums.ts'
import type { WriteValues } from '../../model/kit/resource.ts'
import { checkThought, type connections, type PortOfUnit, portsOfUnit } from '../../model/spaces/connections.ts'
import { units } from '../../model/spaces/units.ts'
import type { ControlProps, Controls, Section } from '../kit/form/controls.tsx'
import type { Form } from '../kit/form/form.ts'
import { callKey, resourceCalls, useRead } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { useSearchText } from '../kit/request/typing-pause.ts'
import { FindingLine } from './cable-cells.tsx'
import css from './cables.module.css'

type EndProps = ControlProps<number | null> & { form: Form; projectId: number }

function UnitControl({
  form,
  projectId,
  portKey,
  field,
  value,
  onChange,
  onBlur,
  error,
  readOnly,
  row,
  name,
}: EndProps & { portKey: string }) {
  const [typed, setTyped] = useState('')
  const searchText = useSearchText(typed)
  const known = row?.[name === 'fromUnitId' ? 'from' : 'to']
  const search = searchText && !searchText.includes(' · ') ? { search: searchText } : {}
  const { data } = useRead(
    resourceCalls(units).query,
    { params: { id: projectId }, query: { ...search, itemsPerPage: 50, sortBy: ['label'] } },
    { isQuiet: true, keepsOld: true },
  )
  const found = (data?.items ?? []).map(({ id, label, equipment, space }) => ({
    value: String(id),
    label: [label, equipment.model, space.spaceNumber ?? space.name].join(' · '),
  }))
  const own = known && !found.some((item) => item.value === String(known.unit.id))
  const options = own ? [{ value: String(known.unit.id), label: `${known.unit.label} · ${known.equipment.model}` }, ...found] : found
  return (
    <Select
      label={field.label}
      required={!readOnly}
      searchable
      placeholder="Label, model or space"
      data={options}
      // The server has already filtered the options.
      filter={({ options }) => options}
      value={value === null ? null : String(value)}
      error={error}
      readOnly={readOnly}
      onBlur={onBlur}
      onSearchChange={setTyped}
      nothingFoundMessage="No unit has this name"
      onChange={(next) => {
        onChange(next === null ? null : Number(next))
        form.set(portKey, null)
      }}
    />
  )
}

const portLabel = ({ name, direction, connector, usedBy }: PortOfUnit) =>
  `${name} (${PortDirection.label(direction).toLowerCase()}, ${connector}${usedBy.length > 0 ? `, ${usedBy.join(', ')}` : ''})`

const numberOrUndefined = (value: unknown) => (typeof value === 'number' ? value : undefined)

function PortControl({
  form,
  projectId,
  unitKey,
  isLast,
  field,
  value,
  onChange,
  onBlur,
  error,
  readOnly,
  row,
}: EndProps & { unitKey: string; isLast?: boolean }) {
  const unitId = numberOrUndefined(form.values[unitKey])
  const { data } = useRead(
    portsOfUnit,
    { params: { id: projectId }, query: { unitId: unitId ?? 0 } },
    { enabled: unitId !== undefined, isQuiet: true },
  )
  const ports = unitId === undefined ? [] : (data?.ports ?? [])
  return (
    <div>
      <Select
        label={field.label}
        required={!readOnly}
        searchable
        placeholder={unitId === undefined ? 'Choose a unit first' : undefined}
        disabled={unitId === undefined}
        data={ports.map((port) => ({ value: String(port.id), label: portLabel(port) }))}
        value={value === null ? null : String(value)}
        error={error}
        readOnly={readOnly}
        onBlur={onBlur}
        nothingFoundMessage="This product has no such port"
        onChange={(next) => onChange(next === null ? null : Number(next))}
      />
      {isLast && <Thought form={form} projectId={projectId} connectionId={numberOrUndefined(row?.id)} />}
    </div>
  )
}

function Thought({ form, projectId, connectionId }: { form: Form; projectId: number; connectionId: number | undefined }) {
  const { fromUnitId, fromPortId, toUnitId, toPortId, signalTypeId, cableEquipmentId, lengthFt }: WriteValues<typeof connections> =
    form.values
  const body = {
    fromUnitId: numberOrUndefined(fromUnitId) ?? 0,
    fromPortId: numberOrUndefined(fromPortId) ?? 0,
    toUnitId: numberOrUndefined(toUnitId) ?? 0,
    toPortId: numberOrUndefined(toPortId) ?? 0,
    signalTypeId: numberOrUndefined(signalTypeId) ?? null,
    cableEquipmentId: numberOrUndefined(cableEquipmentId) ?? null,
    lengthFt: numberOrUndefined(lengthFt) ?? null,
    connectionId: connectionId ?? null,
  }
  const isWhole = body.fromUnitId > 0 && body.fromPortId > 0 && body.toUnitId > 0 && body.toPortId > 0
  const params = { id: projectId }
  const { data } = useQuery({
    queryKey: callKey(checkThought, { params, query: body }),
    queryFn: ({ signal }) => request(checkThought, { params, body, signal }),
    enabled: isWhole,
    meta: { isQuiet: true },
  })
  if (!isWhole || !data) return null
  const length = body.lengthFt ?? data.estimatedFt
  return (
    <div role="status" className={css.thought}>
      {data.isTurned && <p>The signal runs the other way: the ends were swapped.</p>}
      {data.findings.map((finding) => (
        <FindingLine key={finding.text} finding={finding} />
      ))}
      {data.findings.length === 0 && <p>No problems with this connection.</p>}
      <p>{length === null ? 'No length: the distance between these spaces is not known.' : `${length.toLocaleString('en-US')} ft`}</p>
    </div>
  )
}

export const connectionControls = (projectId: number): Controls<typeof connections.fields> => ({
  fromUnitId: (props) => <UnitControl {...props} projectId={projectId} portKey="fromPortId" />,
  fromPortId: (props) => <PortControl {...props} projectId={projectId} unitKey="fromUnitId" />,
  toUnitId: (props) => <UnitControl {...props} projectId={projectId} portKey="toPortId" />,
  toPortId: (props) => <PortControl {...props} projectId={projectId} unitKey="toUnitId" isLast />,
})
export const connectionSections: Section<typeof connections.fields>[] = [
  ['Ends', ['fromUnitId', 'fromPortId', 'toUnitId', 'toPortId']],
  ['Cable', ['signalTypeId', 'cableEquipmentId', 'lengthFt', 'conduitId']],
  ['Label', ['number', 'path', 'bundle', 'state', 'notes']],
]
