import { RackAccessory } from '../../model/catalog/enums.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { fillWithBlanks, racks } from '../../model/spaces/racks.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { Picker } from '../kit/pages.tsx'
import { invalidateEntity } from '../kit/request/call.ts'
import type { Rack, RackEdits } from './rack-edits.ts'

interface Props {
  rack: Rack | undefined
  edits: RackEdits
  onClose: () => void
}

export function FillWithBlanks({ rack, edits, onClose }: Props) {
  return (
    <CallDialog
      resource={racks}
      call={fillWithBlanks}
      opened={rack !== undefined}
      onClose={onClose}
      title={`Fill ${rack?.name ?? ''} with blanks`}
      verb="Fill"
      params={{ id: rack?.projectId ?? 0, itemId: rack?.id ?? 0 }}
      controls={{
        equipmentId: ({ field, value, onChange, error }) => (
          <Picker
            resource={equipments}
            query={{ rackAccessories: [RackAccessory.Blank] }}
            label={field.label}
            description="Added to the equipment of the rack’s space"
            required
            data-autofocus
            value={value}
            onChange={onChange}
            error={error}
          />
        ),
      }}
      invalidates={[racks]}
      onDone={(filled: ResponseOf<typeof fillWithBlanks>) => {
        void invalidateEntity('units')
        const message = `The front of ${filled.name} is filled with ${formatCount(filled.blankUnitIds.length, 'blank')}.`
        edits.history.offerUndo(edits.filled(filled, message))
      }}
    />
  )
}
