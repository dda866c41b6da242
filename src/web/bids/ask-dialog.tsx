import { Button, Modal, Select, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import css from './bids.module.css'

export interface AskField {
  key: string
  label: string
  kind: 'text' | 'long' | 'due' | 'choice'
  isOptional?: boolean
  data?: { value: string; label: string }[]
  start?: string
}

interface AskDialogProps {
  title: string
  verb: string
  fields: readonly AskField[]
  isDangerous?: boolean
  isPending?: boolean
  onSend: (values: Record<string, string>) => void
  onClose: () => void
  /** Shown above the fields. */
  children?: ReactNode
}

/** The value of a date and time field in UTC, and back. */
export const instantOf = (local: string) => new Date(local).toISOString()
export function localOf(instant: string): string {
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
/** Every deadline that is asked for is a new one. */
const isPast = ({ kind }: AskField, value = '') => kind === 'due' && value !== '' && new Date(value).getTime() <= Date.now()

/** Asks for a few values of a step. A rejected request is shown as a message, and the dialog stays open. */
export function AskDialog({ title, verb, fields, isDangerous, isPending, onSend, onClose, children }: AskDialogProps) {
  const [values, setValues] = useState<Record<string, string>>(() => Object.fromEntries(fields.map(({ key, start = '' }) => [key, start])))
  const isReady = fields.every((field) => (field.isOptional || values[field.key]?.trim()) && !isPast(field, values[field.key]))
  const set = (key: string) => (value: string | null) => setValues((now) => ({ ...now, [key]: value ?? '' }))
  return (
    <Modal opened onClose={onClose} title={title} size={560}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onSend(values)
        }}
      >
        {children}
        {fields.map((field) => (
          <AskControl key={field.key} field={field} value={values[field.key] ?? ''} onChange={set(field.key)} />
        ))}
        <div className={css.deeds}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color={isDangerous ? 'red' : undefined} loading={isPending} disabled={!isReady}>
            {verb}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function AskControl({ field, value, onChange }: { field: AskField; value: string; onChange: (value: string | null) => void }) {
  const { label, kind, isOptional, data } = field
  const common = { label, withAsterisk: !isOptional, value }
  if (kind === 'choice') return <Select {...common} data={data ?? []} onChange={onChange} searchable />
  if (kind === 'long') return <Textarea {...common} autosize minRows={3} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  return (
    <TextInput
      {...common}
      type={kind === 'due' ? 'datetime-local' : 'text'}
      error={isPast(field, value) && 'Choose a time in the future.'}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
