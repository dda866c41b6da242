import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { tagAndModel } from '../../model/catalog/equipment-texts.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { moveAreaGroup } from '../../model/spaces/space-calls.ts'
import type { AreaGroupOfSpace } from '../../model/spaces/space-groups.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { NumberField } from '../kit/form/number-field.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable, Picker, ReasonButton } from '../kit/pages.tsx'
import { useCall } from '../kit/request/call.ts'
import css from './space.module.css'
import type { Space } from './space-head.tsx'

interface Props {
  space: Space
  group: AreaGroupOfSpace | undefined
  onClose: () => void
}

export function MoveGroup({ space, group, onClose }: Props) {
  return (
    <Modal
      opened={group !== undefined}
      onClose={onClose}
      title={`Move equipment of ${group?.name ?? ''} to another space`}
      size={640}
      keepMounted={false}
    >
      {group && <MoveForm space={space} group={group} onClose={onClose} />}
    </Modal>
  )
}

function MoveForm({ space, group, onClose }: Props & { group: AreaGroupOfSpace }) {
  const [targetSpaceId, setTarget] = useState<number | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [selected, setSelected] = useState<Set<number | string>>(new Set(group.equipment.map(({ id }) => id)))
  const [quantities, setQuantities] = useState<Record<number, number>>({})
  const { mutate, isPending, error } = useCall(moveAreaGroup, {
    invalidates: [spaces],
    onDone({ target }: { target: RowOf<typeof spaces> }) {
      toast.success(`Moved to ${target.name}.`)
      onClose()
    },
  })
  function move() {
    if (targetSpaceId === null) return setMissing(true)
    const lineIds = [...selected].map(Number)
    mutate({
      params: {},
      body: {
        sourceSpaceId: space.id,
        areaGroupId: group.id,
        targetSpaceId,
        targetAreaGroupId: null,
        lineIds,
        quantities: Object.fromEntries(lineIds.filter((id) => quantities[id]).map((id) => [id, quantities[id]!])),
      },
    })
  }
  const isSame = targetSpaceId === space.id
  return (
    <form
      className={css.dialog}
      onSubmit={(event) => {
        event.preventDefault()
        move()
      }}
    >
      <Picker
        resource={spaces}
        query={{ projectId: [space.projectId] }}
        label="To space"
        required
        data-autofocus
        value={targetSpaceId}
        onChange={(id) => {
          setTarget(id)
          setMissing(false)
        }}
        error={
          isMissing
            ? 'This field is required!'
            : isSame
              ? 'This equipment is already in the space.'
              : error
                ? 'Nothing was moved.'
                : undefined
        }
      />
      <div className={css.dialogTable}>
        <DataTable
          label="Equipment to move"
          rows={group.equipment}
          selected={selected}
          onSelect={setSelected}
          nameOf={({ equipment }) => tagAndModel(equipment)}
          columns={[
            {
              key: 'equipment',
              label: 'Equipment',
              tone: 'name',
              cell: ({ equipment }) => (
                <span data-name>
                  {equipment.tag} {equipment.model}
                </span>
              ),
            },
            { key: 'there', label: 'Here', align: 'right', width: 72, cell: ({ quantity }) => quantity },
            {
              key: 'moving',
              label: 'To move',
              align: 'right',
              width: 96,
              cell: (line) => (
                <NumberField
                  aria-label={`How many ${line.equipment.model} move`}
                  size="xs"
                  min={1}
                  max={line.quantity}
                  allowDecimal={false}
                  disabled={!selected.has(line.id)}
                  value={quantities[line.id] ?? line.quantity}
                  onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
                  onChange={(value) => setQuantities({ ...quantities, [line.id]: Number(value) || line.quantity })}
                />
              ),
            },
          ]}
        />
      </div>
      <p className="dna-muted">
        It goes into the area group of the same name there, which is created if needed. Equipment placed in a rack is removed from the rack.
      </p>
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ReasonButton
          type="submit"
          loading={isPending}
          reason={isSame ? 'Choose another space' : selected.size === 0 && 'Select what moves'}
        >
          Move
        </ReasonButton>
      </DialogFoot>
    </form>
  )
}
