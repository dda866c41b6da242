import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { fullName } from '../../../model/kit/names.ts'
import { DialogFoot } from '../look/confirm.tsx'
import css from '../look/dialogs.module.css'
import { fieldText } from '../parts/columns.tsx'
import { type Conflict, formValues, type Values } from './form.ts'
import { conflictingParts, mergeVersions, type VersionPart, valueAt } from './merge-versions.ts'

/** Conflict dialog: shows both versions side by side and lets the user choose per field. */
export function ConflictDialog({ resource, state }: { resource: Resource; state: Conflict }) {
  const { form, stale } = state
  const [mine, setMine] = useState<Record<string, boolean>>({})
  const theirs = stale ? formValues(form.fields, stale) : {}
  const versions = { base: formValues(form.fields, form.base), mine: form.values, theirs }
  const parts = stale ? conflictingParts(form.fields, versions) : []
  const isMine = (part: VersionPart) => mine[part.path] ?? true
  const chosen = () => mergeVersions(form.fields, versions, isMine)
  const side = (part: VersionPart, isOwn: boolean) => {
    const { field, key, path } = part
    const value = valueAt(isOwn ? form.values : theirs, part)
    const shown = field.kind === 'reference' || field.kind === 'user' ? (refIn(isOwn ? form.base : stale, key, value) ?? value) : value
    return (
      <label className={css.side}>
        <input
          type="radio"
          name={path}
          checked={isMine(part) === isOwn}
          onChange={() => setMine({ ...mine, [path]: isOwn })}
          aria-label={`${field.label}, ${isOwn ? 'yours' : 'theirs'}`}
        />
        {fieldText(field, shown)}
      </label>
    )
  }
  const by = stale?.updatedBy ? fullName(stale.updatedBy) : 'Another user'
  return (
    <Modal
      opened={stale !== undefined}
      onClose={() => state.settle(undefined)}
      title={`${resource.names.one} was changed in the meantime`}
      size={680}
    >
      <p className={css.text}>{by} saved this while you were editing, and both of you changed the following. Everything else is kept.</p>
      <table className={css.versions}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.path}>
              <th scope="row">{part.field.label}</th>
              <td>{side(part, true)}</td>
              <td>{side(part, false)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <DialogFoot>
        <Button variant="default" onClick={() => state.settle(undefined)}>
          Keep editing
        </Button>
        <Button loading={state.isSaving} onClick={() => state.settle(chosen())}>
          Save these values
        </Button>
      </DialogFoot>
    </Modal>
  )
}

const refIn = (row: Values | undefined, key: string, id: unknown) => {
  const ref = row?.[key.replace(/Id$/, '')]
  return ref?.id === id ? ref : undefined
}
