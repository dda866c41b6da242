import { Button, Modal, Select } from '@mantine/core'
import { useState } from 'react'
import { noAreaGroup } from '../../model/spaces/area-groups.ts'
import { formatLineCount, lineFields } from '../../model/spaces/space-equipment.ts'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { NumberField } from '../kit/form/number-field.tsx'
import { SelectionBar } from '../kit/list/list-footer.tsx'
import dialog from '../kit/look/dialogs.module.css'
import { IconPencil, IconTrash } from '../kit/look/icons.ts'
import { ReasonButton } from '../kit/pages.tsx'
import type { ChangedPart } from './line-calls.ts'

interface SelectionProps {
  count: number
  total: number
  onAll: () => void
  onChange: () => void
  onTakeOut: () => void
  onClear: () => void
}

export const LineSelection = ({ onChange, onTakeOut, ...props }: SelectionProps) => (
  <SelectionBar {...props}>
    <Button size="xs" variant="default" leftSection={<IconPencil size={16} />} onClick={onChange}>
      Change
    </Button>
    <Button size="xs" variant="default" color="red" leftSection={<IconTrash size={16} />} onClick={onTakeOut}>
      Remove
    </Button>
  </SelectionBar>
)

interface ChangeProps {
  count: number
  groups: readonly { id: number; name: string }[]
  circuits?: readonly { id: number; name: string }[]
  onClose: () => void
  onChange: (part: ChangedPart) => Promise<boolean>
}

export function ChangeLines({ count, groups, circuits = [], onClose, onChange }: ChangeProps) {
  const [quantity, setQuantity] = useState<number | string>('')
  const [areaGroupId, setAreaGroupId] = useState<string | null>(null)
  const [circuitId, setCircuitId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isEmpty = quantity === '' && areaGroupId === null && circuitId === null
  async function change() {
    setBusy(true)
    const isDone = await onChange({
      quantity: quantity === '' ? null : Number(quantity),
      areaGroupId: areaGroupId === null ? null : Number(areaGroupId),
      ...(circuits.length > 0 && { circuitId: circuitId === null ? null : Number(circuitId) }),
    })
    setBusy(false)
    if (isDone) onClose()
  }
  const choices = [...groups.filter(({ id }) => id !== noAreaGroup.id), noAreaGroup]
  return (
    <Modal opened onClose={onClose} title={`Change ${formatLineCount(count)}`} size={440}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isEmpty && !isBusy) void change()
        }}
      >
        <p className={dialog.text}>Fields left empty are not changed.</p>
        <NumberField
          label="Quantity"
          min={lineFields.quantity.min}
          max={lineFields.quantity.max}
          allowDecimal={false}
          value={quantity}
          onChange={setQuantity}
          data-autofocus
        />
        <Select
          label="Area group"
          mt={12}
          data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={areaGroupId}
          onChange={setAreaGroupId}
          clearable
        />
        {circuits.length > 0 && (
          <Select
            label="Circuit"
            mt={12}
            data={[...circuits, { id: 0, name: 'None' }].map(({ id, name }) => ({ value: String(id), label: name }))}
            value={circuitId}
            onChange={setCircuitId}
            clearable
          />
        )}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton type="submit" loading={isBusy} reason={isEmpty && 'Nothing is filled in yet'}>
            Change {formatLineCount(count)}
          </ReasonButton>
        </DialogFoot>
      </form>
    </Modal>
  )
}
