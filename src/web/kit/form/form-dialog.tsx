import { Button, Modal, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import { lowerCaseName } from '../../../model/kit/plural.ts'
import type { RowOf, WriteValues } from '../../../model/kit/resource.ts'
import { confirm, DialogFoot, leaveQuestion } from '../look/confirm.tsx'
import css from '../look/dialogs.module.css'
import { useSaveShortcut } from '../look/keys.ts'
import { openDialogs } from '../look/shortcut.ts'
import { rowName } from '../parts/columns.tsx'
import { Skeletons } from '../parts/small-parts.tsx'
import { resourceCalls, useRead } from '../request/call.ts'
import type { AnyCall } from '../request/client.ts'
import { useLeaveQuestion } from '../request/leave-question.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type Controls, FormFields, type Section } from './controls.tsx'
import { type PartialValues, type PathParams, type RequiredKeys, useEntityForm, type Values } from './form.ts'

export interface FormDialogProps<R extends Resource = Resource> {
  resource: R
  id?: string | number
  opened: boolean
  onClose: () => void
  under?: PathParams
  preset?: PartialValues<WriteValues<R>>
  sections?: Section<R['fields']>[]
  controls?: Controls<R['fields']>
  requires?: RequiredKeys
  /** Called after saving. It may return the path of the row. */
  onSaved?: (row: RowOf<R>) => unknown
  /** A created row opens at that path instead of offering it. */
  opensCreated?: boolean
  onNext?: () => void
}

/** Loaded when a form opens for the first time; see `FormDialog`. */
export default function OpenFormDialog(props: FormDialogProps) {
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
  const { resource, row, under, preset, sections, controls, onClose, onDone, onDirty, onSaved, onNext, opensCreated } = props
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
      if (href && !row && opensCreated) void navigate({ to: href })
      return [
        ...(href && !row && !opensCreated ? [{ label: `Open ${rowName(resource, saved)}`, take: () => void navigate({ to: href }) }] : []),
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
