import { Button, Modal, Text } from '@mantine/core'
import { equipments } from '../../model/catalog/equipment.ts'
import { bulkUpdateEquipment, mostBulkRows } from '../../model/catalog/equipment-calls.ts'
import { optional } from '../../model/kit/field.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { tellOfChangeSet } from '../activity/public.tsx'
import { FormFields } from '../kit/form/controls.tsx'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { useForm } from '../kit/form/form.ts'
import { ReasonButton } from '../kit/look/reason-button.tsx'
import { useCall } from '../kit/request/call.ts'
import { useLeaveQuestion } from '../kit/request/leave-question.ts'

const { availability, categoryId, defaultProvider, defaultInstaller, industryType, priceDate } = equipments.fields
/** Fields suited to a common value; individual values are edited in the table. */
const fields = {
  // Empty means unchanged, not the default of new products.
  availability: { ...optional(availability), default: undefined },
  categoryId: optional(categoryId),
  defaultProvider: optional(defaultProvider),
  defaultInstaller: optional(defaultInstaller),
  industryType: { ...optional(industryType), default: undefined },
  priceDate: optional(priceDate),
}
const nothing = Object.fromEntries(Object.keys(fields).map((key) => [key, null]))

interface Props {
  ids: number[]
  onClose: () => void
  onDone: () => void
}

export default function EquipmentManyDialog({ ids, onClose, onDone }: Props) {
  const form = useForm(fields, nothing)
  const allowLeave = useLeaveQuestion(form.changed.length > 0, form.discard)
  const { mutate, isPending } = useCall(bulkUpdateEquipment, {
    invalidates: [equipments],
    onDone({ changed, changeSetId }) {
      allowLeave()
      onClose()
      onDone()
      tellOfChangeSet(changed === 0 ? 'Nothing changed.' : `${formatCount(changed, 'piece of equipment')} changed.`, changeSetId)
    },
  })
  const countText = formatCount(ids.length, 'piece of equipment')
  const set = Object.fromEntries(form.changed.map((key) => [key, form.values[key]]))
  const isTooMany = ids.length > mostBulkRows && `At most ${mostBulkRows} can be changed at once`
  return (
    <Modal opened onClose={onClose} title={`Edit ${countText}`} size={600}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          form.submit()
          if (form.isValid) mutate({ body: { rows: ids.map((id) => ({ id, rowVersion: null, ...set })) } })
        }}
      >
        <Text c="dimmed" mb="md">
          Fields left empty are not changed.
        </Text>
        <FormFields form={form} resource={equipments} />
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton type="submit" loading={isPending} reason={isTooMany || (form.changed.length === 0 && 'Nothing is filled in yet')}>
            Change {countText}
          </ReasonButton>
        </DialogFoot>
      </form>
    </Modal>
  )
}
