import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import type { Call, Fields } from '../../model/kit/description.ts'
import { type FieldValues, focusFirstProblem, useForm, type Values } from '../kit/form/form.ts'
import { PageNotice } from '../kit/form/page-head.tsx'
import { undoOfSave } from '../kit/form/undo-save.ts'
import { useSaveShortcut } from '../kit/look/keys.ts'
import { toast } from '../kit/look/toasts.tsx'
import { ReasonButton, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { callKey, queryClient, useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { CallError } from '../kit/request/client.ts'
import { useLeaveQuestion } from '../kit/request/leave-question.ts'
import css from './project-tabs.module.css'

type Answered<A> = Call<Fields, Fields, A>
interface Options<A> {
  read: Answered<A>
  write: Answered<A>
  id: number
  name: string
  rowOf: (answer: A) => Values
  isLocked?: boolean
}

export function useWholeForm<A extends { rowVersion?: number | null }>({ read, write, id, name, rowOf, isLocked }: Options<A>) {
  const answer = useRead(read, { params: { id } }, { isQuiet: true })
  const { data } = answer
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row changes with the answer only
  const row = useMemo(() => data && { ...rowOf(data), rowVersion: data.rowVersion }, [data])
  const fields = useMemo(() => Object.fromEntries(Object.entries(write.body).filter(([key]) => key !== 'rowVersion')), [write])
  const form = useForm(fields, row, { draftName: `${write.path}:${id}` })
  const [isStale, setStale] = useState(false)
  const isReadOnly = Boolean(isLocked) || !can(write.permission)
  const { mutate, isPending } = useCall(write, {
    onDone(saved) {
      queryClient.setQueryData(callKey(read, { params: { id } }), saved)
      const undo = undoOfSave({ call: write, params: { id }, replaced: form.readReplaced(), rowVersion: saved.rowVersion })
      const again = form.takeSaved({ ...rowOf(saved), rowVersion: saved.rowVersion })
      setStale(false)
      toast.success(`${name} saved.`, { undo })
      if (again) send(again.values, again.rowVersion, again.shown)
    },
    onError(error) {
      if (!(error instanceof CallError)) return false
      if (error.said.detail === 'stale') {
        setStale(true)
        return true
      }
      if (!error.fields) return false
      form.refuse(error.fields)
      return true
    },
  })
  const isDirty = form.changed.length > 0
  function save(rowVersion: number | null | undefined = form.rowVersion) {
    if (isPending) return form.wantAgain()
    form.submit()
    if (form.isValid) send(form.clean, rowVersion)
    else focusFirstProblem()
  }
  function send(values: FieldValues, rowVersion: number | null | undefined, shown: FieldValues = form.values) {
    // Overwriting a row that was never read cannot be undone.
    form.sending(shown, rowVersion === null ? {} : form.base)
    mutate({ params: { id }, body: { ...values, rowVersion } })
  }
  useLeaveQuestion(isDirty, form.discard)
  useSaveShortcut(() => isDirty && !isReadOnly && save())
  return {
    form,
    data,
    error: answer.error,
    retry: () => void answer.refetch(),
    isReadOnly,
    isDirty,
    isPending,
    isStale,
    save,
    discard() {
      setStale(false)
      form.discard()
    },
    settle(isMine: boolean) {
      if (isMine) return save(null)
      setStale(false)
      void answer.refetch().then(({ data: newest }) => newest && form.takeRow({ ...rowOf(newest), rowVersion: newest.rowVersion }))
    },
  }
}
type WholeForm = ReturnType<typeof useWholeForm>

interface FrameProps {
  wholeForm: WholeForm
  title: string
  verb?: string
  lock?: string
  actions?: ReactNode
  note?: ReactNode
  children: ReactNode
}

export function WholeFrame({ wholeForm, title, verb = 'Save', lock, actions, note, children }: FrameProps) {
  const { form, isDirty, isPending, isReadOnly } = wholeForm
  return (
    <div className={css.page}>
      {lock && <PageNotice tone="quiet">{lock}</PageNotice>}
      {form.wasDraft && !wholeForm.isStale && <PageNotice tone="quiet">Your unsaved changes are still here.</PageNotice>}
      {wholeForm.isStale && (
        <PageNotice tone="warning">
          Someone else saved this in the meantime.
          <Button size="compact-sm" variant="default" onClick={() => wholeForm.settle(false)}>
            Take theirs
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => wholeForm.settle(true)}>
            Save mine over it
          </Button>
        </PageNotice>
      )}
      <header className={css.head}>
        <h2>{title}</h2>
        {note && <span className={css.count}>{note}</span>}
        <span className={css.actions}>
          {actions}
          {!isReadOnly && isDirty && (
            <Button variant="default" onClick={wholeForm.discard}>
              Discard
            </Button>
          )}
          {!isReadOnly && (
            <ReasonButton reason={!isDirty && 'Nothing has changed'} hint="Ctrl+S" loading={isPending} onClick={() => wholeForm.save()}>
              {verb}
            </ReasonButton>
          )}
        </span>
      </header>
      {wholeForm.error && !wholeForm.data ? (
        <LoadError error={wholeForm.error} title={title} onRetry={wholeForm.retry} />
      ) : wholeForm.data ? (
        children
      ) : (
        <Skeletons rows={6} />
      )}
    </div>
  )
}
