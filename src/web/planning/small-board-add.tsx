import { contracts } from '../../model/contracts/contracts.ts'
import { PhaseRecordType } from '../../model/contracts/enums.ts'
import { addEntry, removeEntry } from '../../model/planning/board-edits.ts'
import type { BoardPhaseRow } from '../../model/planning/boards.ts'
import { LaborTypeControl } from '../access/public.tsx'
import type { Change } from '../kit/edits/edit-history.ts'
import type { PageHistory } from '../kit/edits/use-edit-history.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { Control, type Controls } from '../kit/form/controls.tsx'
import { request } from '../kit/request/client.ts'
import { refreshBoards } from './board-live.ts'
import { FirstField } from './first-field.tsx'

const nothing = <span />
const isAssignedUser = (values: { type?: unknown }) => values.type === PhaseRecordType.AssignedUser
export const addControls: Controls = {
  type: ({ form: _, ...control }) => (
    <FirstField>
      <Control {...control} />
    </FirstField>
  ),
  userId: ({ form }) => (isAssignedUser(form.values) ? undefined : nothing),
  genericName: ({ form }) => (isAssignedUser(form.values) ? nothing : undefined),
  laborType: LaborTypeControl,
}

interface AddProps {
  projectId: number
  phase: BoardPhaseRow
  onClose: () => void
  history: PageHistory
}

export function AddEntryDialog({ projectId, phase, onClose, history }: AddProps) {
  const removeAgain =
    (recordId: number, rowVersion: number): Change =>
    async () => {
      await request(removeEntry, { params: { id: projectId, recordId }, query: { rowVersion } })
      await refreshBoards()
      return null
    }
  return (
    <CallDialog
      call={addEntry}
      resource={contracts}
      opened
      onClose={onClose}
      title={`Add hours to ${phase.name}`}
      verb="Add hours"
      params={{ id: projectId, phaseId: phase.phase.id }}
      controls={addControls}
      sections={[
        ['Hours', ['type', 'userId', 'genericName', 'laborType', 'hours', 'note']],
        ['Months, where they are not spread evenly', ['allocations']],
      ]}
      onDone={({ entry }: { entry: { recordId: number; rowVersion: number } }) =>
        history.note(`Hours added to ${phase.name}`, removeAgain(entry.recordId, entry.rowVersion))
      }
    />
  )
}
