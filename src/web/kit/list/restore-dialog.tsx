import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Resource } from '../../../model/kit/description.ts'
import type { Params, Values } from '../form/form.ts'
import css from '../look/dialogs.module.css'
import { DialogFoot } from '../look/question.tsx'
import { toast } from '../look/toasts.tsx'
import { nameOfRow } from '../parts/columns.tsx'
import { callsOf, refresh } from '../request/call.ts'
import { type AnyCall, CallError, request } from '../request/client.ts'
import { showError } from '../request/errors.ts'

/** Brings a deleted row back. Answers what is wrong with its name when somebody took it meanwhile. */
export async function restoreRow(of: Resource, row: Values, under?: Params, name?: string): Promise<string | undefined> {
  try {
    const params = { ...under, [of.parent ? 'itemId' : 'id']: row.id }
    const answer: any = await request(callsOf(of).restore as AnyCall, { params, body: name ? { name } : {} })
    toast.success(`${nameOfRow(of, answer)} restored.`)
    await refresh(of.entity)
  } catch (error) {
    const words = error instanceof CallError ? (error.fields?.[of.title] ?? error.fields?.name)?.join(' ') : undefined
    if (words) return words
    showError(error)
  }
  return undefined
}

interface Props {
  of: Resource
  row: Values
  problem: string
  under?: Params
  onClose: () => void
}

/** Another name for what comes back. */
export function RestoreDialog({ of, row, problem: first, under, onClose }: Props) {
  const [name, setName] = useState(nameOfRow(of, row))
  const [problem, setProblem] = useState<string | undefined>(first)
  const [isBusy, setBusy] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const words = await restoreRow(of, row, under, name)
    setBusy(false)
    if (words) setProblem(words)
    else onClose()
  }
  const label = of.fields[of.title]?.label ?? 'Name'
  return (
    <Modal opened onClose={onClose} title={`Restore ${nameOfRow(of, row)}`} size={440}>
      <form noValidate onSubmit={submit}>
        <p className={css.text}>Another one has this {label.toLowerCase()} by now. Give this one a new one.</p>
        <TextInput
          data-autofocus
          required
          mt={12}
          label={label}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Restore
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  )
}
