import { ActionIcon, Button, NumberInput, Select, type SelectProps } from '@mantine/core'
import { useRef, useState } from 'react'
import { InstallerCode, ProviderCode } from '../../model/catalogue/enums.ts'
import { equipments } from '../../model/catalogue/equipment.ts'
import { IconX } from '../kit/look/icons.ts'
import { usePageEvent } from '../kit/look/shortcut.ts'
import { Picker } from '../kit/pages.tsx'
import { useCall } from '../kit/request/call.ts'
import { backToRow, type LineCalls, type LinePlace, spaceLineCalls } from './line-calls.ts'
import css from './space.module.css'

const codes = (options: typeof ProviderCode | typeof InstallerCode) =>
  options.values.map(({ value, longLabel }) => ({ value, label: `${value} ${longLabel}` }))

/** The key n begins adding, wherever nothing is being typed. */
export const useAddKey = (begin: () => void, isOn: boolean) =>
  usePageEvent(
    'keydown',
    (event) => {
      const isTyping = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]')
      if (event.key !== 'n' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      begin()
    },
    isOn,
  )

interface Props {
  space: LinePlace
  calls?: LineCalls
  onClose: () => void
}

/** One line above the table: what, how many, where, who. Enter adds it and begins the next one. */
export function AddEquipment({ space, calls = spaceLineCalls, onClose }: Props) {
  const groups = (space.areaGroups ?? []).filter(({ id }) => id > 0)
  const [equipmentId, setEquipmentId] = useState<number | null>(null)
  const [quantity, setQuantity] = useState<number | string>(1)
  const [areaGroupId, setAreaGroupId] = useState<string | null>(groups[0] ? String(groups[0].id) : null)
  const [provider, setProvider] = useState<string | null>(null)
  const [installer, setInstaller] = useState<string | null>(null)
  const [added, setAdded] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const many = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useCall(calls.add, {
    invalidates: [calls.of],
    onDone(line) {
      // Where it is typed: ten toasts would cover the buttons and the budget.
      setAdded(`${line.equipment.tag} ${line.equipment.model} added.`)
      setEquipmentId(null)
      setQuantity(1)
      form.current?.querySelector<HTMLInputElement>('input')?.focus()
    },
  })
  function add() {
    if (equipmentId === null) return form.current?.querySelector<HTMLInputElement>('input')?.focus()
    mutate({
      params: { id: space.id },
      body: {
        equipmentId,
        quantity: Number(quantity) || 1,
        areaGroupId: areaGroupId ? Number(areaGroupId) : null,
        provider: provider,
        installer: installer,
      },
    })
  }
  return (
    <form
      ref={form}
      className={css.add}
      aria-label="Add equipment"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        onClose()
        // On with the arrow keys.
        backToRow()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Picker
        of={equipments}
        label="Equipment"
        placeholder="Model, tag or manufacturer"
        value={equipmentId}
        onChange={(id) => {
          setEquipmentId(id as number | null)
          // How many is what is asked next; Enter then adds it.
          if (id !== null) requestAnimationFrame(() => many.current?.select())
        }}
        data-autofocus
        autoFocus
        className={css.what}
      />
      <NumberInput ref={many} label="Quantity" min={1} max={9999} allowDecimal={false} value={quantity} onChange={setQuantity} w={84} />
      <Choice
        label="Area group"
        data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={areaGroupId}
        onChange={setAreaGroupId}
        placeholder="None"
        w={128}
      />
      <Choice label="Provider" data={codes(ProviderCode)} value={provider} onChange={setProvider} placeholder="As in the catalog" w={144} />
      <Choice
        label="Installer"
        data={codes(InstallerCode)}
        value={installer}
        onChange={setInstaller}
        placeholder="As in the catalog"
        w={144}
      />
      <Button type="submit" loading={isPending}>
        Add
      </Button>
      <ActionIcon aria-label="Close" onClick={onClose}>
        <IconX size={18} />
      </ActionIcon>
      <p className={css.added} role="status">
        {added}
      </p>
    </form>
  )
}

/** Typed or chosen; Enter takes the choice, and once more adds the line. */
const Choice = (props: SelectProps) => (
  <Select
    {...props}
    searchable
    selectFirstOptionOnChange
    allowDeselect={false}
    clearable
    comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
  />
)
