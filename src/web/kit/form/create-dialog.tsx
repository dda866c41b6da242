import { hidden } from './controls.tsx'
import type { PendingRow } from './create-row.ts'
import { FormDialog } from './dialogs.tsx'

/** Asks for the required fields of a row that a picker creates. The other fields keep their defaults. */
export function CreateDialog({ resource, preset, keys, done }: PendingRow) {
  const rest = Object.keys(resource.fields).filter((key) => !keys.includes(key))
  return (
    <FormDialog
      resource={resource}
      opened
      preset={preset}
      sections={[['', [...keys]]]}
      controls={Object.fromEntries(rest.map((key) => [key, hidden]))}
      onSaved={done}
      onClose={() => done(undefined)}
    />
  )
}
