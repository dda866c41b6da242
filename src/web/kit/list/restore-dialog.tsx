import type { Resource } from '../../../model/kit/description.ts'
import { CallDialog } from '../form/call-dialog.tsx'
import { isRow, type PathParams, type Values } from '../form/form.ts'
import { rowName } from '../parts/columns.tsx'
import { isBack, restoreCall, rowParams, type Taken } from './restore-row.ts'

interface Props {
  resource: Resource
  row: Values
  problem: Taken
  under?: PathParams
  onClose: () => void
}

/** Asks for new unique values when another row has taken the old ones. */
const RestoreDialog = ({ resource, row, problem, under, onClose }: Props) => (
  <CallDialog
    opened
    call={restoreCall(resource)}
    title={`Restore ${rowName(resource, row)}`}
    verb="Restore"
    params={rowParams(resource, row, under)}
    // If the title field is itself a unique field, the form shows that field instead of `name`.
    preset={resource.unique?.includes(resource.title) ? { name: undefined } : undefined}
    start={{ ...row, name: row[resource.title] }}
    refused={problem}
    onDone={(answer) => isRow(answer) && isBack(resource, answer)}
    {...{ resource, onClose }}
  />
)

export default RestoreDialog
