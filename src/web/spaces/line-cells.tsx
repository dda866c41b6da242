import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef } from 'react'
import type { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { messages } from '../../model/kit/rules.ts'
import { lineFields } from '../../model/spaces/space-equipment.ts'
import { EquipmentHover } from '../catalog/public.tsx'
import { readTypedNumber, type TypedNumber } from '../kit/form/number-text.ts'
import { IconPencil } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { Code } from '../kit/pages.tsx'
import { useCellEditor } from '../kit/request/optimistic.ts'
import type { Line, PlacedLine } from './line-saving.ts'
import css from './space.module.css'
import { useUnsaved } from './unsaved-quantity.ts'

interface ModelProps {
  line: Line
  isLocked: boolean
  isEdited: boolean
  onEdit?: (lineId: number) => void
}

export function ModelCell({ line: { id, equipment, label }, isLocked, isEdited, onEdit }: ModelProps) {
  return (
    <span className={css.modelCell}>
      <EquipmentHover id={equipment.id}>
        <Link to={`/equipment/${equipment.id}`} className={css.model} data-name={onEdit ? undefined : true}>
          {equipment.model}
          {equipment.isDeleted && <span className="dna-muted"> (deleted)</span>}
        </Link>
      </EquipmentHover>
      {label && <span className={css.label}>{label}</span>}
      {onEdit && (
        <button
          type="button"
          data-name
          data-line={id}
          data-edited={isEdited || undefined}
          tabIndex={-1}
          className={css.edit}
          aria-label={`${isLocked ? 'Details of' : 'Edit'} ${equipment.model}`}
          title={isLocked ? 'Details' : 'Edit'}
          onClick={() => {
            onEdit(id)
            // Waits until the editor has rendered, even if it already shows this line.
            setTimeout(() => document.querySelector<HTMLElement>('[aria-label="Line of equipment"] input')?.focus(), 50)
          }}
        >
          <IconPencil size={16} stroke={1.6} />
        </button>
      )}
    </span>
  )
}

interface QuantityProps {
  line: PlacedLine
  /** Resolves to false if the server did not respond. */
  onChange: (quantity: number, seen: PlacedLine) => Promise<boolean>
}

function readQuantity(text: string): TypedNumber {
  const read = readTypedNumber(text, { allowDecimal: false })
  const { min = 1, max = mostPieces } = lineFields.quantity
  if (read.value == null) return read
  if (read.value < min) return { problem: messages.minimum(min) }
  return read.value > max ? { problem: messages.maximum(max) } : read
}
const mostPieces = 9999

export function Quantity({ line, onChange }: QuantityProps) {
  const unsaved = useUnsaved(line, onChange)
  // A concurrent change must neither discard the user's input nor be overwritten by it unnoticed.
  const seen = useRef({ line, text: '' })
  const storedText = String(unsaved.quantity ?? line.quantity)
  const { typed, shown, type, write, restore } = useCellEditor(storedText, (text) =>
    unsaved.save(Number(text), seen.current.line).then(() => true),
  )
  const isDropped = useRef(false)
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation()
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by) {
      event.preventDefault()
      const all = [...event.currentTarget.closest('table')!.querySelectorAll<HTMLInputElement>('[data-quantity]')]
      const next = all[all.indexOf(event.currentTarget) + by]
      next?.focus()
      next?.select()
    }
    if (event.key === 'Enter') event.currentTarget.closest<HTMLElement>('tr[data-row]')?.focus()
    if (event.key === 'Escape') {
      isDropped.current = true
      event.currentTarget.blur()
    }
  }
  return (
    // Plain input for performance, because a table contains hundreds.
    <input
      aria-label={`Quantity of ${line.equipment.model}`}
      className={css.quantity}
      data-unsaved={unsaved.quantity === undefined ? undefined : true}
      title={unsaved.quantity === undefined ? undefined : 'Not saved yet: the server is not responding. Still trying.'}
      data-untouched={typed === undefined || undefined}
      inputMode="numeric"
      autoComplete="off"
      data-quantity
      value={typed ?? shown}
      onChange={({ currentTarget }) => type(currentTarget.value.slice(0, 20))}
      onFocus={() => {
        seen.current = { line, text: shown }
        isDropped.current = false
      }}
      onKeyDown={onKeyDown}
      onBlur={() => {
        const { value, problem } = readQuantity(typed ?? '')
        if (isDropped.current) unsaved.drop()
        else if (problem) toast.error(`Quantity of ${line.equipment.model}: ${problem}`)
        if (isDropped.current || value == null || String(value) === seen.current.text) restore()
        else void write(String(value))
      }}
    />
  )
}

interface CodeProps {
  line: Line
  label: string
  options: typeof ProviderCode | typeof InstallerCode
  value: string | null
  isLocked: boolean
  onChange: (value: string) => Promise<unknown>
}

export function CodeCell({ line, label, options, value, isLocked, onChange }: CodeProps) {
  const { shown, write } = useCellEditor(value ?? '', (text) => onChange(text).then(() => true))
  if (isLocked) return <Code>{value}</Code>
  return (
    <select
      aria-label={`${label} of ${line.equipment.model}`}
      className={css.code}
      value={shown}
      onChange={({ currentTarget }) => void write(currentTarget.value)}
    >
      {options.values.map((entry) => (
        <option key={entry.value}>{entry.value}</option>
      ))}
    </select>
  )
}
