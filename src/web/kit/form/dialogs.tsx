import { Button, Modal, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { fullName } from '../../../model/kit/names.ts'
import { lowerCaseName } from '../../../model/kit/plural.ts'
import type { RowOf, WriteValues } from '../../../model/kit/resource.ts'
import { confirm, DialogFoot, leaveQuestion } from '../look/confirm.tsx'
import css from '../look/dialogs.module.css'
import { useSaveShortcut } from '../look/keys.ts'
import { openDialogs } from '../look/shortcut.ts'
import { toast } from '../look/toasts.tsx'
import { fieldText, rowName } from '../parts/columns.tsx'
import { Skeletons } from '../parts/small-parts.tsx'
import { invalidateEntity, resourceCalls, useRead } from '../request/call.ts'
import { can } from '../request/can.ts'
import { type AnyCall, request } from '../request/client.ts'
import { showError } from '../request/errors.ts'
import { useLeaveQuestion } from '../request/leave-question.ts'
import { type Controls, FormFields, type Section } from './controls.tsx'
import { type Conflict, formValues, type PartialValues, type PathParams, type RequiredKeys, useEntityForm, type Values } from './form.ts'
import { conflictingParts, mergeVersions, type VersionPart, valueAt } from './merge-versions.ts'

export { confirm, DialogFoot, leaveQuestion }

/** Describes rows deleted along with a row. `seen` holds the counts shown; the server rejects the request if they have changed. */
export type RemovalImpact = string | { text: string; seen: Record<string, number> }

/** Deletes rows after a confirmation and offers undo if the rows can be restored. Returns true if they were deleted. */
export async function removeRows(resource: Resource, rows: Values[], under?: PathParams, impact?: RemovalImpact): Promise<boolean> {
  const { remove, restore } = resourceCalls(resource)
  const many = rows.length > 1
  const name = many ? `${rows.length} ${lowerCaseName(resource.names.many)}` : rowName(resource, rows[0]!)
  const mayRestore = restore !== undefined && can(restore.permission)
  const back = mayRestore
    ? 'You can undo this now, or later under Restore.'
    : resource.restorable
      ? 'Anyone with restore permission can bring it back.'
      : 'This cannot be undone.'
  const impactText = typeof impact === 'object' ? impact.text : impact
  const text = `${impactText ?? `${many ? 'They no longer appear' : 'It no longer appears'} in lists, searches and reports.`} ${back}`
  if (!remove || !(await confirm({ title: `Delete ${name}?`, text, verb: 'Delete', danger: true }))) return false

  const params = (row: Values) => ({ ...under, [resource.parent ? 'itemId' : 'id']: row.id })
  const item = async (call: AnyCall, chosen: Values[]) => {
    const done: Values[] = []
    for (const row of chosen) {
      try {
        const query = call === remove && typeof impact === 'object' ? impact.seen : undefined
        await request(call, { params: params(row), query })
        done.push(row)
      } catch (error) {
        showError(error)
      }
    }
    // Refreshes after the page of the deleted row is left, otherwise it would refetch a deleted row.
    setTimeout(() => void invalidateEntity(resource.entity))
    return done
  }
  const removed = await item(remove, rows)
  if (removed.length === 0) return false
  const undo = mayRestore ? () => void item(restore, removed) : undefined
  toast.success(`${removed.length < rows.length ? `${removed.length} of ${name}` : name} deleted.`, { undo })
  return true
}

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

interface FormDialogProps<R extends Resource = Resource> {
  resource: R
  id?: string | number
  opened: boolean
  onClose: () => void
  under?: PathParams
  preset?: PartialValues<WriteValues<R>>
  sections?: Section<R['fields']>[]
  controls?: Controls<R['fields']>
  requires?: RequiredKeys
  /** Called after saving. It may return a path to navigate to after creation. */
  onSaved?: (row: RowOf<R>) => unknown
  onNext?: () => void
}

export function FormDialog<R extends Resource>(props: FormDialogProps<R>): ReactNode
export function FormDialog(props: FormDialogProps) {
  const { resource, id, under, opened, onClose } = props
  // A new row has no id. The parent's `id` parameter must not be read as the row's id.
  const params: PathParams = id === undefined ? {} : { ...under, [resource.parent ? 'itemId' : 'id']: id }
  const { data: row } = useRead<AnyCall>(resourceCalls(resource).read, { params }, { enabled: opened && id !== undefined })
  const [dirty, setDirty] = useState<() => void>()
  async function close() {
    if (dirty && !(await confirm(leaveQuestion))) return
    dirty?.()
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={id === undefined ? `New ${lowerCaseName(resource.names.one)}` : row ? rowName(resource, row as Values) : resource.names.one}
      size={600}
      keepMounted={false}
    >
      {id !== undefined && !row ? (
        <Skeletons />
      ) : (
        <DialogForm {...props} row={row as Values | undefined} onClose={close} onDone={onClose} onDirty={setDirty} />
      )}
    </Modal>
  )
}

type DialogFormProps = FormDialogProps & {
  row: Values | undefined
  onDone: () => void
  /** Receives a function that discards unsaved input, or undefined if there is none. */
  onDirty: (discard: (() => (() => void) | undefined) | undefined) => void
}

function DialogForm(props: DialogFormProps) {
  const { resource, row, under, preset, sections, controls, onClose, onDone, onDirty, onSaved, onNext } = props
  const navigate = useNavigate()
  const state = useEntityForm({
    resource,
    row,
    isNew: !row,
    under,
    preset,
    requires: props.requires,
    draftName: `dialog:${resource.path}:${Object.values(under ?? {}).join(':')}:${row?.id ?? 'new'}`,
    onSaved(saved) {
      const to = onSaved?.(saved)
      const href = typeof to === 'string' ? to : undefined
      allowLeave()
      onDone()
      return [
        ...(href && !row ? [{ label: `Open ${rowName(resource, saved)}`, take: () => void navigate({ to: href }) }] : []),
        ...(onNext && !row ? [{ label: 'Add the next', take: onNext }] : []),
      ]
    },
  })
  const { form, isReadOnly, isSaving } = state
  const isDirty = form.changed.length > 0
  const discard = useRef(form.discard)
  discard.current = form.discard
  const allowLeave = useLeaveQuestion(isDirty, form.discard)
  useEffect(() => onDirty(isDirty ? () => () => discard.current() : undefined), [isDirty, onDirty])
  const box = useRef<HTMLFormElement>(null)
  const isTopmost = () => openDialogs().at(-1)?.contains(box.current)
  const isUnsaved = isDirty || (!row && preset !== undefined)
  useSaveShortcut(() => !isReadOnly && !isSaving && isUnsaved && !state.stale && isTopmost() && state.save())
  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        state.save()
      }}
    >
      {form.wasDraft && (
        <p className={css.draft}>
          Your unsaved changes are still here.{' '}
          <UnstyledButton className="dna-link" onClick={form.discard}>
            Discard them
          </UnstyledButton>
        </p>
      )}
      <FormFields resource={resource} params={under} readOnly={isReadOnly} {...{ form, sections, controls }} />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          {isReadOnly ? 'Close' : 'Cancel'}
        </Button>
        {!isReadOnly && (
          <Button type="submit" loading={isSaving}>
            {row ? 'Save' : `Create ${lowerCaseName(resource.names.one)}`}
          </Button>
        )}
      </DialogFoot>
      <ConflictDialog resource={resource} state={state} />
    </form>
  )
}
