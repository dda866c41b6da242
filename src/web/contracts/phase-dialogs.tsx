import { Button, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type ConstructionPhase, changePhase, createPhase, deletePhase } from '../../model/contracts/construction-phases.ts'
import { contracts } from '../../model/contracts/contracts.ts'
import { ConstructionPhaseType, PhaseDateRangeType, PhaseDeleteOption, ProposalType } from '../../model/contracts/enums.ts'
import { agreedFeeTypes } from '../../model/contracts/fee-terms.ts'
import { moneyMasks } from '../../model/contracts/masks.ts'
import { monthOf } from '../../model/kit/dates.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import type { Controls } from '../kit/form/controls.tsx'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import type { FieldValues, PathParams, RequiredKeys } from '../kit/form/form.ts'
import { toast } from '../kit/look/toasts.tsx'
import { hidden } from '../kit/pages.tsx'
import { useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import type { Contract } from './contract-state.tsx'
import { firstControl } from './first-control.tsx'

export interface OpenDialog {
  phase?: ConstructionPhase
  parentPhaseId?: number
}

const nothing = <span />
type Fields = (typeof changePhase | typeof createPhase)['body']
const monthControl: Controls[string] = ({ form, field, value, onChange, onBlur, error }) =>
  form.values.dateRangeType === PhaseDateRangeType.Month ? (
    <TextInput
      type="month"
      label={field.label}
      required={!field.isOptional}
      value={value ?? ''}
      error={error}
      onBlur={onBlur}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  ) : (
    nothing
  )
const dayControl: Controls[string] = ({ form }) => (form.values.dateRangeType === PhaseDateRangeType.Custom ? undefined : nothing)
/** A pause has no cost. */
const isPausePhase = ({ type }: FieldValues) => type === ConstructionPhaseType.Pause

const hasFee = (values: FieldValues) => !isPausePhase(values) && agreedFeeTypes.some((type) => type === values.feeType)
const requires: RequiredKeys = (values) => [
  ...(values.dateRangeType === PhaseDateRangeType.Month ? ['startMonth', 'endMonth'] : ['startDate', 'endDate']),
  ...(can(moneyMasks.revenueSums) && hasFee(values) ? ['fee'] : []),
]

interface PhaseDialogProps {
  contract: Contract
  phases: readonly ConstructionPhase[]
  dialog: OpenDialog
  onClose: () => void
  onMade: (id: number) => void
}

export function PhaseDialog({ contract, phases, dialog, onClose, onMade }: PhaseDialogProps) {
  const { phase, parentPhaseId = phase?.parentPhaseId ?? null } = dialog
  const last = phases.at(-1)
  const hasChildren = phases.some((item) => item.parentPhaseId === phase?.id)
  const start = useMemo(() => initialValues(phase, last), [phase, last])
  const controls: Controls<Fields> = {
    type: firstControl,
    startDate: dayControl,
    endDate: dayControl,
    startMonth: monthControl,
    endMonth: monthControl,
    discipline: contract.proposalType === ProposalType.Combined ? undefined : hidden,
    feeType: can(moneyMasks.revenueSums) ? ({ form }) => (isPausePhase(form.values) ? nothing : undefined) : hidden,
    fee: can(moneyMasks.revenueSums) ? ({ form }) => (hasFee(form.values) ? undefined : nothing) : hidden,
    moveChildren: hasChildren ? undefined : hidden,
  }
  const params: PathParams = phase ? { id: contract.id, phaseId: phase.id } : { id: contract.id }
  return (
    <CallDialog<typeof changePhase | typeof createPhase>
      call={phase ? changePhase : createPhase}
      resource={contracts}
      opened
      onClose={onClose}
      title={phase ? phase.name : parentPhaseId === null ? 'New phase' : 'New phase below another'}
      verb={phase ? 'Save' : 'Add phase'}
      params={params}
      preset={{ parentPhaseId, ...(phase && { rowVersion: phase.rowVersion }) }}
      start={start}
      controls={controls}
      requires={requires}
      sections={[
        ['Phase', ['type', 'name', 'discipline', 'percentComplete']],
        ['Days', ['dateRangeType', 'startDate', 'endDate', 'startMonth', 'endMonth', 'moveChildren']],
        ['Fee', ['feeType', 'fee']],
      ]}
      invalidates={[contracts]}
      savedRow={(answer) => answer.phase}
      onDone={({ phase: createdPhase }, undo) => {
        onMade(createdPhase.id)
        toast.success(`${createdPhase.name} saved.`, { undo })
      }}
    />
  )
}

/** Initial form values. A range of months is edited as months; its start and end dates follow from them. */
function initialValues(phase: ConstructionPhase | undefined, last: ConstructionPhase | undefined) {
  if (!phase)
    return last
      ? { startDate: last.endDate, endDate: last.endDate, startMonth: monthOf(last.endDate), endMonth: monthOf(last.endDate) }
      : undefined
  const isMonthly = phase.dateRangeType === PhaseDateRangeType.Month
  const months = { startMonth: monthOf(phase.startDate), endMonth: monthOf(phase.endDate) }
  return { ...phase, ...months, ...(isMonthly && { startDate: null, endDate: null }) }
}

export function DeletePhaseDialog({ contract, phase, onClose }: { contract: Contract; phase: ConstructionPhase; onClose: () => void }) {
  const [option, setOption] = useState<PhaseDeleteOption>(PhaseDeleteOption.DeleteParentAndKeepChildren)
  const { mutate, isPending } = useCall(deletePhase, {
    onDone() {
      toast.success(`${phase.name} deleted.`)
      onClose()
    },
  })
  const choose = (value: string) => {
    const chosen = PhaseDeleteOption.values.find((entry) => String(entry.value) === value)
    if (chosen) setOption(chosen.value)
  }
  return (
    <Modal opened onClose={onClose} title={`Delete ${phase.name}`} size={480}>
      <Radio.Group label="It has phases below it" value={String(option)} onChange={choose}>
        <Stack gap={8} mt={8}>
          {PhaseDeleteOption.values.map(({ value, label }) => (
            <Radio key={value} value={String(value)} label={label} data-autofocus={value === option || undefined} />
          ))}
        </Stack>
      </Radio.Group>
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          color="red"
          loading={isPending}
          onClick={() => mutate({ params: { id: contract.id, phaseId: phase.id }, query: { option } })}
        >
          Delete
        </Button>
      </DialogFoot>
    </Modal>
  )
}
