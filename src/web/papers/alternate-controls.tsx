import { ActionIcon, Button, MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { equipments } from '../../model/catalog/equipment.ts'
import type { AddedByAlternate, AlternateItem } from '../../model/papers/alternates.ts'
import { spaceEquipment } from '../../model/spaces/space-equipment.ts'
import { spaces } from '../../model/spaces/spaces.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import { NumberField } from '../kit/form/number-field.tsx'
import { IconPlus, IconTrash } from '../kit/look/icons.ts'
import { Picker } from '../kit/pages.tsx'
import { useList } from '../kit/request/call.ts'
import css from './alternates.module.css'

type LinesProps = ControlProps<number[]> & { projectId: number }
const lineLabel = (space: { name: string; number?: string | null }, quantity: number, model: string) =>
  `${[space.number, space.name].filter(Boolean).join(' ')}: ${quantity} × ${model}`

/** Chooses equipment lines of the project; the search runs on the server. */
export function LinesControl({ field, value, onChange, onBlur, error, readOnly, row, projectId }: LinesProps) {
  const [search, setSearch] = useState('')
  const { data } = useList(spaceEquipment, { itemsPerPage: 50, search }, { params: { id: projectId } })
  const [labels, setLabels] = useState(() => new Map(namedLines(row)))
  const found = (data?.items ?? []).map(({ id, space, quantity, equipment }) => ({
    value: String(id),
    label: lineLabel({ name: space.name, number: space.spaceNumber }, quantity, equipment.model),
  }))
  const options = new Map(
    [...found, ...value.map((id) => ({ value: String(id), label: labels.get(id) ?? `Line ${id}` }))].map((o) => [o.value, o]),
  )
  return (
    <MultiSelect
      label={field.label}
      searchable
      required
      clearable={!readOnly}
      readOnly={readOnly}
      error={error}
      onBlur={onBlur}
      data={[...options.values()]}
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage="No equipment found"
      value={value.map(String)}
      onChange={(ids) => {
        setLabels(new Map([...labels, ...found.map(({ value, label }): [number, string] => [Number(value), label])]))
        onChange(ids.map(Number))
      }}
    />
  )
}

function namedLines(row: ControlProps['row']): [number, string][] {
  const items: AlternateItem[] = Array.isArray(row?.items) ? row.items : []
  return items.flatMap(({ lineId, space, quantity, model }): [number, string][] =>
    lineId === null ? [] : [[lineId, lineLabel(space, quantity, model)]],
  )
}

type AddedProps = ControlProps<Partial<AddedByAlternate>[]> & { projectId: number }

/** Rows of a space, a product and its quantity. */
export function AddedControl({ field, value, onChange, error, problems, readOnly, projectId }: AddedProps) {
  const change = (index: number, part: Partial<AddedByAlternate>) =>
    onChange(value.map((item, at) => (at === index ? { ...item, ...part } : item)))
  const problemOf = (index: number, key: string) => problems?.[`[${index}].${key}`]
  return (
    <fieldset className={css.added}>
      <legend>{field.label}</legend>
      {value.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids before they are stored
        <div key={index} className={css.row}>
          <Picker
            label="Space"
            required
            readOnly={readOnly}
            resource={spaces}
            query={{ projectId: [projectId] }}
            value={item.spaceId ?? null}
            error={problemOf(index, 'spaceId')}
            onChange={(id) => change(index, { spaceId: id === null ? undefined : Number(id), areaGroupId: null })}
          />
          <Picker
            label="Equipment"
            required
            readOnly={readOnly}
            resource={equipments}
            value={item.equipmentId ?? null}
            error={problemOf(index, 'equipmentId')}
            onChange={(id) => change(index, { equipmentId: id === null ? undefined : Number(id) })}
          />
          <NumberField
            label="Quantity"
            required
            readOnly={readOnly}
            min={1}
            max={9999}
            allowDecimal={false}
            value={item.quantity}
            error={problemOf(index, 'quantity')}
            onChange={(quantity) => change(index, { quantity: typeof quantity === 'number' ? quantity : undefined })}
          />
          {!readOnly && (
            <ActionIcon
              variant="subtle"
              aria-label={`Remove row ${index + 1}`}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </div>
      ))}
      {error && <p className={css.error}>{error}</p>}
      {!readOnly && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...value, { spaceId: value.at(-1)?.spaceId, areaGroupId: null, quantity: 1, unitPriceOverride: null }])}
        >
          Add a product
        </Button>
      )}
    </fieldset>
  )
}
