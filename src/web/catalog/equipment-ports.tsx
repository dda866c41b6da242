import { Button } from '@mantine/core'
import { useState } from 'react'
import { PortDirection } from '../../model/catalog/enums.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import { createPorts } from '../../model/catalog/equipment-calls.ts'
import type { Port } from '../../model/catalog/equipment-parts.ts'
import { signalTypes } from '../../model/catalog/signal-types.ts'
import { defaulted, references } from '../../model/kit/field.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { Control, type Controls } from '../kit/form/controls.tsx'
import { FormPage, hidden, Panel } from '../kit/pages.tsx'
import { EmptyState } from '../kit/parts/small-parts.tsx'
import { can } from '../kit/request/can.ts'
import { equipmentHead, responsePorts } from './equipment-head.tsx'
import css from './equipment-ports.module.css'

/** Picked by name. The port field only has ids, because signal types reference equipment in turn. */
const signalTypeIds = defaulted(
  references('Signal types', () => signalTypes),
  [],
)
const { id: _, ...shownOfPort } = equipments.fields.ports.fields!
const controls: Controls = {
  ports: ({ form: _, ...props }) => <Control {...props} field={{ ...props.field, fields: { ...shownOfPort, signalTypeIds } }} />,
}
const ofNewPorts: Controls = { signalTypeIds: ({ form: _, ...props }) => <Control {...props} field={signalTypeIds} /> }
const others = Object.fromEntries(
  Object.keys(equipments.fields)
    .filter((key) => key !== 'ports')
    .map((key) => [key, hidden]),
)

export function EquipmentPortsPage() {
  return (
    <FormPage resource={equipments} isWide {...equipmentHead} controls={{ ...others, ...controls }} sections={[['', ['ports']]]}>
      {(equipment) => <CreatePorts equipment={equipment} />}
    </FormPage>
  )
}

function CreatePorts({ equipment }: { equipment: RowOf<typeof equipments> }) {
  const [isOpen, setOpen] = useState(false)
  const ports = responsePorts(equipment)
  const side = (direction: PortDirection) => ports.filter((port) => port.direction === direction)
  const mayChange = can(createPorts.permission)
  return (
    <Panel
      title="Port map"
      actions={
        mayChange && (
          <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
            Add ports
          </Button>
        )
      }
    >
      {ports.length === 0 ? (
        <EmptyState text="No ports yet." action={mayChange ? 'Add ports' : undefined} onAction={() => setOpen(true)} />
      ) : (
        <div className={css.device}>
          <PortList label="Inputs" ports={side(PortDirection.Input)} />
          <PortList label="Outputs" ports={side(PortDirection.Output)} isRight />
        </div>
      )}
      <CallDialog
        call={createPorts}
        resource={equipments}
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Add ports"
        verb="Add ports"
        params={{ id: equipment.id }}
        invalidates={[equipments]}
        controls={ofNewPorts}
        sections={[
          ['Names', ['direction', 'name', 'count', 'startNumber', 'leadingZeros', 'suffix']],
          ['Connector', ['connectorPhysicalTypeId', 'gender', 'signalTypeIds', 'label', 'pinStyle', 'marker']],
        ]}
      />
    </Panel>
  )
}

function PortList({ label, ports, isRight }: { label: string; ports: Port[]; isRight?: boolean }) {
  return (
    <ul className={css.side} data-right={isRight || undefined} aria-label={label}>
      {ports.map((port) => (
        <li key={port.id}>
          <span className={css.dot} style={{ background: port.signalTypes?.[0]?.color ?? undefined }} aria-hidden="true" />
          <b>{port.name}</b>
          <span className={css.kind}>
            {[port.connectorPhysicalType?.name, port.signalTypes?.map(({ name }) => name).join(', ')].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
