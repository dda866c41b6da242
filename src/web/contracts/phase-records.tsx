import { Button, Menu } from '@mantine/core'
import { useMemo, useState } from 'react'
import {
  type ConstructionPhase,
  changeRecord,
  createRecord,
  deleteRecord,
  type PhaseRecord,
} from '../../model/contracts/construction-phases.ts'
import { contracts } from '../../model/contracts/contracts.ts'
import { ConstructionPhaseType, PhaseRecordType } from '../../model/contracts/enums.ts'
import { moneyMasks } from '../../model/contracts/masks.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { LaborCode, LaborTypeControl } from '../access/public.tsx'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import type { Controls } from '../kit/form/controls.tsx'
import { confirm } from '../kit/form/dialogs.tsx'
import type { RequiredKeys } from '../kit/form/form.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { IconPencil, IconPlus, IconTrash } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable, EmptyState, hidden, UserAvatar } from '../kit/pages.tsx'
import type { Column } from '../kit/parts/table.tsx'
import { useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import css from './contract.module.css'
import type { Contract } from './contract-state.tsx'
import { firstControl } from './first-control.tsx'
import { type PhaseEdits, recordPersonName } from './phase-edits.ts'
import { PhaseMonths } from './phase-months.tsx'

function recordColumns(): Column<PhaseRecord>[] {
  const rate = (
    key: 'effectiveSellRate' | 'effectiveCostRate' | 'effectiveGaFeePercent',
    label: string,
    unit: string,
    width: number,
  ): Column<PhaseRecord> => ({
    key,
    label,
    unit,
    width,
    align: 'right',
    tone: 'quiet',
    cell: ({ [key]: value }) => value !== undefined && formatNumber(value, 2),
  })
  const amount = (key: 'revenue' | 'cost', label: string): Column<PhaseRecord> => ({
    key,
    label,
    unit: 'USD',
    width: 116,
    align: 'right',
    cell: ({ [key]: value }) => value !== undefined && formatNumber(value, 2),
  })
  const [sell, cost, fees] = [can(moneyMasks.sellRate), can(moneyMasks.costRate), can(moneyMasks.gaFeePercent)]
  return [
    { key: 'person', label: 'Person', tone: 'name', text: recordPersonName, beside: 32, cell: (record) => <Who record={record} /> },
    { key: 'laborType', label: 'Labor type', width: 108, cell: ({ laborType }) => <LaborCode value={laborType} /> },
    { key: 'hours', label: 'Hours', width: 84, align: 'right', cell: ({ hours }) => formatNumber(hours) },
    ...(sell ? [rate('effectiveSellRate', 'Sell', 'USD/h', 104)] : []),
    ...(cost ? [rate('effectiveCostRate', 'Cost', 'USD/h', 104)] : []),
    ...(fees ? [rate('effectiveGaFeePercent', 'G&A', '%', 76)] : []),
    ...(sell ? [amount('revenue', 'Revenue')] : []),
    ...(cost ? [amount('cost', 'Cost')] : []),
  ]
}

function Who({ record }: { record: PhaseRecord }) {
  if (record.user) return <UserAvatar user={record.user} withName />
  return (
    <span className={css.generic}>
      <i aria-hidden />
      {record.genericName ?? 'Generic'}
    </span>
  )
}

interface Props {
  contract: Contract
  phase: ConstructionPhase
  isOpen: boolean
  edits: PhaseEdits
}

export function Records({ contract, phase, isOpen, edits }: Props) {
  const [dialog, setDialog] = useState<{ record?: PhaseRecord }>()
  const { mutate: remove } = useCall(deleteRecord, { onDone: () => toast.success('Hours deleted.') })
  const isPause = phase.type === ConstructionPhaseType.Pause
  const mayAdd = isOpen && !isPause && can(createRecord.permission)
  const mayChange = isOpen && can(changeRecord.permission)
  const mayDelete = isOpen && can(deleteRecord.permission)
  const count = phase.records.length
  async function askToDelete(record: PhaseRecord) {
    const text = `${formatNumber(record.hours)} h are removed from ${phase.name}.`
    if (await confirm({ title: `Delete the hours of ${recordPersonName(record)}?`, text, verb: 'Delete', danger: true }))
      remove({ params: { id: contract.id, phaseId: phase.id, recordId: record.id } })
  }
  const menu = (record: PhaseRecord) => (
    <>
      {mayChange && (
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog({ record })}>
          Edit
        </Menu.Item>
      )}
      {mayDelete && (
        <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => void askToDelete(record)}>
          Delete
        </Menu.Item>
      )}
    </>
  )
  return (
    <section aria-label="Assigned hours">
      <header className={css.head}>
        <h2>Assigned hours, {phase.name}</h2>
        <span>
          {formatCount(count, 'record')}, {formatNumber(phase.hours)} h
        </span>
        {mayAdd && (
          <div className={css.actions}>
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setDialog({})}>
              Add hours
            </Button>
          </div>
        )}
      </header>
      {count === 0 ? (
        <EmptyState
          text={
            isPause
              ? 'A phase on hold has no hours.'
              : 'No hours yet: assign them to a person, or to a labor type until a person is chosen.'
          }
        />
      ) : (
        <>
          <div className={css.wide}>
            <DataTable
              label={`Assigned hours of ${phase.name}`}
              columns={recordColumns()}
              rows={phase.records}
              nameOf={recordPersonName}
              menu={mayChange || mayDelete ? menu : undefined}
            />
          </div>
          <PhaseMonths key={phase.id} {...{ phase, edits, mayChange }} />
        </>
      )}
      {dialog && <RecordDialog contract={contract} phase={phase} record={dialog.record} onClose={() => setDialog(undefined)} />}
    </section>
  )
}

const nothing = <span />
const isAssigned = (values: { type?: unknown }) => values.type === PhaseRecordType.AssignedUser
const requires: RequiredKeys = (values) => [isAssigned(values) ? 'userId' : 'laborType']

function RecordDialog({
  contract,
  phase,
  record,
  onClose,
}: {
  contract: Contract
  phase: ConstructionPhase
  record?: PhaseRecord
  onClose: () => void
}) {
  const start = useMemo(() => record && { ...record }, [record])
  const rate = (column: 'sellRate' | 'costRate') => can(column === 'sellRate' ? moneyMasks.sellRate : moneyMasks.costRate)
  const controls: Controls = {
    type: firstControl,
    userId: ({ form }) => (isAssigned(form.values) ? undefined : nothing),
    genericName: ({ form }) => (isAssigned(form.values) ? nothing : undefined),
    laborType: LaborTypeControl,
    sellRate: rate('sellRate') ? undefined : hidden,
    costRate: rate('costRate') ? undefined : hidden,
  }
  const where = { id: contract.id, phaseId: phase.id }
  return (
    <CallDialog<typeof changeRecord | typeof createRecord>
      call={record ? changeRecord : createRecord}
      resource={contracts}
      opened
      onClose={onClose}
      title={record ? `Hours of ${recordPersonName(record)}` : `Add hours to ${phase.name}`}
      verb={record ? 'Save' : 'Add hours'}
      params={record ? { ...where, recordId: record.id } : where}
      preset={record && { rowVersion: record.rowVersion }}
      start={start}
      controls={controls}
      requires={requires}
      sections={[
        ['Hours', ['type', 'userId', 'genericName', 'laborType', 'hours', 'note']],
        ['Rates of their own', ['sellRate', 'costRate']],
        ['Months, where they are not spread evenly', ['allocations']],
      ]}
      invalidates={[contracts]}
      onDone={(_, undo) => toast.success('Hours saved.', { undo })}
      savedRow={(answer) => answer.record}
    />
  )
}
