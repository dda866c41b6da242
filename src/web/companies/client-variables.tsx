import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { type ClientVariable, readClientVariables, writeClientVariables } from '../../model/companies/client-variables.ts'
import { ClientVariableType } from '../../model/companies/enums.ts'
import { parseShape } from '../../model/kit/field.ts'
import { Counter } from '../kit/form/counter.tsx'
import { NumberField } from '../kit/form/number-field.tsx'
import { RichTextInput } from '../kit/form/rich-text-input.tsx'
import { IconX } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { EmptyState, Panel, ReasonButton, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { CallError } from '../kit/request/client.ts'
import { useLeaveQuestion } from '../kit/request/leave-question.ts'
import css from './company.module.css'

const { FreeText, RichText, Number: NumberType, Counter: CounterType } = ClientVariableType

type Draft = Omit<ClientVariable, 'id'> & { id: number | null; key: number }
let lastKey = 0
const asDrafts = (items: readonly ClientVariable[]): Draft[] => items.map((item) => ({ ...item, key: ++lastKey }))
const stripDraftKeys = (drafts: Draft[]) => drafts.map(({ key: _, ...draft }) => draft)
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function useDrafts(id: number) {
  const read = useRead(readClientVariables, { params: { id } }, { isQuiet: true })
  const stored = useMemo(() => read.data?.items ?? [], [read.data])
  const [drafts, setDrafts] = useState<Draft[]>([])
  const [refused, setRefused] = useState<Record<string, string[]>>({})
  useEffect(() => setDrafts(asDrafts(stored)), [stored])
  const { mutate, isPending } = useCall(writeClientVariables, {
    invalidates: [readClientVariables],
    onError(error) {
      if (!(error instanceof CallError && error.fields)) return false
      setRefused(error.fields)
      return true
    },
  })
  /** A variable that was removed is created again. */
  const restore = (items: readonly ClientVariable[], current: readonly ClientVariable[]) =>
    mutate(
      { params: { id }, body: { items: items.map((item) => (current.some((row) => row.id === item.id) ? item : { ...item, id: null })) } },
      { onSuccess: () => toast.success('Undone.') },
    )
  const isDirty = !isEqual(stripDraftKeys(drafts), stored)
  const discard = () => {
    setDrafts(asDrafts(stored))
    setRefused({})
  }
  useLeaveQuestion(isDirty, discard)
  const problems: Record<string, string[]> = {
    ...parseShape(writeClientVariables.body, { items: stripDraftKeys(drafts) }).problems,
    ...refused,
  }
  return {
    read,
    stored,
    drafts,
    isDirty,
    isSaving: isPending,
    isValid: Object.keys(problems).length === 0,
    problemOf: (at: number, key: string) => (drafts[at]?.name === '' && key === 'name' ? undefined : problems[`items[${at}].${key}`]?.[0]),
    add: () => setDrafts([...drafts, { id: null, key: ++lastKey, name: '', label: null, type: FreeText, value: null }]),
    set(at: number, part: Partial<Draft>) {
      setRefused({})
      setDrafts(drafts.map((draft, index) => (index === at ? { ...draft, ...part } : draft)))
    },
    remove: (at: number) => setDrafts(drafts.toSpliced(at, 1)),
    save: () =>
      mutate(
        { params: { id }, body: { items: stripDraftKeys(drafts) } },
        { onSuccess: ({ items }) => toast.success('Variables saved.', { undo: () => restore(stored, items) }) },
      ),
    discard,
  }
}
type Drafts = ReturnType<typeof useDrafts>

export function ClientVariables({ id }: { id: number }) {
  const all = useDrafts(id)
  const { read, stored, drafts, isDirty } = all
  const mayChange = can(writeClientVariables.permission)
  return (
    <Panel
      title="Variables"
      note={read.data && stored.length.toLocaleString('en-US')}
      isFlush
      actions={
        mayChange && (
          <Button variant="default" size="compact-sm" onClick={all.add}>
            Add variable
          </Button>
        )
      }
    >
      {read.error && !read.data ? (
        <LoadError error={read.error} title="Variables" onRetry={() => void read.refetch()} />
      ) : !read.data ? (
        <Skeletons rows={2} />
      ) : drafts.length === 0 && !isDirty ? (
        <EmptyState text="No variables yet. Projects of the client start with them." />
      ) : (
        <div className={css.variables}>
          <VariablesTable all={all} mayChange={mayChange} />
          {isDirty && (
            <div className={css.buttons}>
              <ReasonButton loading={all.isSaving} reason={!all.isValid && 'Some values are not valid yet'} onClick={all.save}>
                Save variables
              </ReasonButton>
              <Button variant="default" onClick={all.discard}>
                Discard
              </Button>
            </div>
          )}
        </div>
      )}
    </Panel>
  )
}

function VariablesTable({ all, mayChange }: { all: Drafts; mayChange: boolean }) {
  return (
    <div className={css.wide}>
      <table aria-label="Variables">
        <thead>
          <tr>
            <th scope="col" data-required={mayChange || undefined} style={{ width: '22%' }}>
              Name
            </th>
            <th scope="col" style={{ width: '24%' }}>
              Label
            </th>
            <th scope="col" style={{ width: 132 }}>
              Type
            </th>
            <th scope="col">Value</th>
            {mayChange && <td style={{ width: 36 }} />}
          </tr>
        </thead>
        <tbody>
          {all.drafts.map((draft, index) => (
            <VariableRow
              key={draft.key}
              {...{ draft, at: index, mayChange }}
              problem={(key) => all.problemOf(index, key)}
              set={(part) => all.set(index, part)}
              remove={() => all.remove(index)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  draft: Draft
  at: number
  mayChange: boolean
  problem: (key: string) => string | undefined
  set: (part: Partial<Draft>) => void
  remove: () => void
}

function VariableRow({ draft, at, mayChange, problem, set, remove }: RowProps) {
  return (
    <tr>
      <td>
        <TextInput
          aria-label={`Name of variable ${at + 1}`}
          value={draft.name}
          readOnly={!mayChange}
          required={mayChange}
          error={problem('name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
      </td>
      <td>
        <TextInput
          aria-label={`Label of variable ${at + 1}`}
          value={draft.label ?? ''}
          readOnly={!mayChange}
          error={problem('label')}
          onChange={(event) => set({ label: event.currentTarget.value || null })}
        />
      </td>
      <td>
        <Select<ClientVariableType>
          aria-label={`Type of variable ${at + 1}`}
          data={ClientVariableType.values.map(({ value, label }) => ({ value, label }))}
          value={draft.type}
          readOnly={!mayChange}
          allowDeselect={false}
          onChange={(type) => type !== null && set({ type, value: type === CounterType ? 0 : null })}
        />
      </td>
      <td>
        <Value {...{ draft, at }} error={problem('value')} readOnly={!mayChange} onChange={(value) => set({ value })} />
      </td>
      {mayChange && (
        <td>
          <ActionIcon aria-label={`Remove variable ${at + 1}`} mt={4} onClick={remove}>
            <IconX size={14} />
          </ActionIcon>
        </td>
      )}
    </tr>
  )
}

interface ValueProps {
  draft: Draft
  at: number
  error?: string
  readOnly: boolean
  onChange: (value: string | number | null) => void
}
function Value({ draft, at, error, readOnly, onChange }: ValueProps) {
  const label = `Value of ${draft.name || `variable ${at + 1}`}`
  const common = { 'aria-label': label, error, readOnly }
  if (draft.type === CounterType && !readOnly)
    return <Counter label={label} isLabelHidden value={Number(draft.value)} max={1e12} onChange={onChange} />
  if (draft.type === NumberType || draft.type === CounterType)
    return <NumberField {...common} value={draft.value ?? ''} onChange={(value) => onChange(value === '' ? null : Number(value))} />
  if (draft.type === RichText) return <RichTextInput common={common} value={(draft.value as string) ?? null} onChange={onChange} />
  return <TextInput {...common} value={(draft.value as string) ?? ''} onChange={(event) => onChange(event.currentTarget.value || null)} />
}
