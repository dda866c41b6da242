import { Button, Modal } from '@mantine/core'
import { useMemo } from 'react'
import type { BodyOf, ResponseOf } from '../../../model/kit/call.ts'
import type { Resource } from '../../../model/kit/description.ts'
import { useCall } from '../request/call.ts'
import { type AnyCall, CallError } from '../request/client.ts'
import { useLeaveQuestion } from '../request/leave-question.ts'
import { type Controls, FormFields, type Section } from './controls.tsx'
import { DialogFoot } from './dialogs.tsx'
import { isRow, type PartialValues, type PathParams, type RequiredKeys, useForm } from './form.ts'
import { undoOfSave } from './undo-save.ts'

export interface CallDialogProps<C extends AnyCall = AnyCall> {
  call: C
  resource: Resource
  opened: boolean
  onClose: () => void
  title: string
  verb: string
  params?: PathParams
  /** Fixed values that are sent without a form field. */
  preset?: BodyOf<C>
  start?: PartialValues<BodyOf<C>>
  refused?: Record<string, string[]>
  sections?: Section<C['body']>[]
  controls?: Controls<C['body']>
  requires?: RequiredKeys
  invalidates?: readonly (Resource | AnyCall)[]
  /** After an edit (`start` with a merge patch), `undo` restores the previous values. */
  onDone?: (answer: ResponseOf<C>, undo?: () => void) => void
  /** Part of the response that has the version of the edited row, if it is not the response itself. */
  savedRow?: (answer: ResponseOf<C>) => { rowVersion?: unknown }
  danger?: boolean
  size?: number
}

export default function OpenCallDialog({ opened, onClose, title, size = 600, ...rest }: CallDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={size} keepMounted={false}>
      {opened && <CallForm {...rest} onClose={onClose} />}
    </Modal>
  )
}

function CallForm({
  call,
  resource,
  verb,
  params,
  preset,
  start,
  refused: refusedFirst,
  sections,
  controls,
  requires,
  invalidates,
  onDone,
  savedRow = (answer) => (isRow(answer) ? answer : {}),
  onClose,
  danger,
}: Omit<CallDialogProps, 'opened' | 'title' | 'size'>) {
  const fields = useMemo(
    () => Object.fromEntries(Object.entries(call.body).filter(([key]) => key !== 'rowVersion' && !(key in (preset ?? {})))),
    [call, preset],
  )
  const first = useMemo(() => start, [start])
  const form = useForm(fields, first, { refused: refusedFirst, requires })
  const allowLeave = useLeaveQuestion(form.changed.length > 0, form.discard)
  const { mutate, isPending } = useCall(call, {
    invalidates,
    onDone(answer) {
      allowLeave()
      onClose()
      const { rowVersion } = savedRow(answer)
      const undo = start && call.isMergePatch ? undoOfSave({ call, params, replaced: form.readReplaced(), rowVersion }) : undefined
      onDone?.(answer, undo)
    },
    onError(error) {
      const refused = error instanceof CallError ? error.fields : undefined
      if (!refused || !Object.keys(refused).some((path) => fields[path.replace(/[.[].*/, '')])) return false
      form.refuse(refused)
      return true
    },
  })
  function submit() {
    form.submit()
    if (!form.isValid) return
    form.sending()
    mutate({ params, body: { ...preset, ...form.clean } })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        submit()
      }}
    >
      <FormFields form={form} resource={resource} params={params} sections={sections} controls={controls} />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending} color={danger ? 'red' : undefined}>
          {verb}
        </Button>
      </DialogFoot>
    </form>
  )
}
