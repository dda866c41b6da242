import { ActionIcon, Button, Select, type SelectProps, UnstyledButton } from '@mantine/core'
import { type ClipboardEvent, type RefObject, useRef, useState } from 'react'
import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import { isEquipmentList, parseWantedLine, tagAndModel } from '../../model/catalog/equipment-texts.ts'
import { EquipmentOptionPicture } from '../catalog/public.tsx'
import { NumberField } from '../kit/form/number-field.tsx'
import { IconX } from '../kit/look/icons.ts'
import { useShortcuts } from '../kit/look/keys.ts'
import { Picker } from '../kit/pages.tsx'
import { can } from '../kit/request/can.ts'
import { showError } from '../kit/request/errors.ts'
import { AddList } from './add-list.tsx'
import { backToRow, type LineCalls, type LineContainer, requestLineChanges, spaceLineCalls, type Undo } from './line-calls.ts'
import css from './space.module.css'

const codeChoices = (options: typeof ProviderCode | typeof InstallerCode) =>
  options.values.map(({ value, longLabel }) => ({ value, label: `${value} ${longLabel}` }))

/** The key n starts adding unless the user is typing. */
export const useAddKey = (begin: () => void, isOn: boolean) => useShortcuts({ addLine: isOn ? begin : undefined })

interface Props {
  space: LineContainer
  calls?: LineCalls
  undo: Undo
  onClose: () => void
}

/** A new line has no custom price or installer. */
const plainLine = { installerName: null, unitPriceOverride: null, isExisting: false, label: null, notes: null, rackId: null }

function useAdding({ space, calls = spaceLineCalls, undo }: Props) {
  const groups = (space.areaGroups ?? []).filter(({ id }) => id > 0)
  const [equipmentId, setEquipmentId] = useState<number | null>(null)
  const [quantity, setQuantity] = useState<number | string>(1)
  const [areaGroupId, setAreaGroupId] = useState<string | null>(groups[0] ? String(groups[0].id) : null)
  const [provider, setProvider] = useState<ProviderCode | null>(null)
  const [installer, setInstaller] = useState<InstallerCode | null>(null)
  const [added, setAdded] = useState('')
  const [isPending, setPending] = useState(false)
  const group = groups.find(({ id }) => String(id) === areaGroupId)
  const rest = { ...plainLine, areaGroupId: group?.id ?? null, provider, installer }
  const add = (id: number, count = Number(quantity) || 1) => undo.track(addOne(id, count))
  async function addOne(id: number, count: number) {
    setPending(true)
    try {
      const { lines, changeSetId } = await requestLineChanges(space, calls, { add: [{ equipmentId: id, quantity: count, ...rest }] })
      const label = lines.map(({ equipment }) => `${tagAndModel(equipment)} added.`).join(' ')
      undo.noteSet(label, changeSetId)
      // Shown beside the input, because ten toasts would cover the buttons and the budget.
      setAdded(label)
      setEquipmentId(null)
      setQuantity(1)
      return true
    } catch (error) {
      showError(error)
      return false
    } finally {
      setPending(false)
    }
  }
  return {
    ...{ groups, group, equipmentId, setEquipmentId, quantity, setQuantity, areaGroupId, setAreaGroupId },
    ...{ provider, setProvider, installer, setInstaller, added, isPending, rest, add },
  }
}

/** Row above the table to add a line. Enter adds it and starts the next one. A pasted list opens a review first. */
export function AddEquipment(props: Props) {
  const { space, calls = spaceLineCalls, undo, onClose } = props
  const state = useAdding(props)
  const { equipmentId, added } = state
  const [pasted, setPasted] = useState<string>()
  const typed = useRef('')
  const form = useRef<HTMLFormElement>(null)
  const many = useRef<HTMLInputElement>(null)
  const begin = () => form.current?.querySelector<HTMLInputElement>('input')?.focus()
  async function add(id = equipmentId, quantity?: number) {
    if (id === null) begin()
    else if (!state.isPending && (await state.add(id, quantity))) begin()
  }
  function choose(id: number | null) {
    state.setEquipmentId(id)
    if (id === null) return
    const { quantity } = parseWantedLine(typed.current)
    // With `4 x DIS-75` nothing is left to ask.
    if (quantity !== undefined) {
      state.setQuantity(quantity)
      void add(id, quantity)
      return
    }
    // Selects the quantity, which is the next input. Enter then adds the line.
    requestAnimationFrame(() => many.current?.select())
  }
  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text')
    if (!isEquipmentList(text) || !can('Equipments.View')) return
    event.preventDefault()
    setPasted(text)
  }
  return (
    <>
      <form
        ref={form}
        className={css.add}
        aria-label="Add equipment"
        onKeyDown={(event) => {
          const isListOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
          if (event.key !== 'Escape' || event.defaultPrevented || isListOpen) return
          onClose()
          // Returns the focus to the table, so the arrow keys continue there.
          backToRow()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Picker
          resource={equipments}
          tile={EquipmentOptionPicture}
          label="Equipment"
          placeholder="Tag, model or manufacturer, 4 x DIS-75"
          value={equipmentId}
          wordsOf={(text) => parseWantedLine(text).words}
          onTyped={(text) => {
            typed.current = text
          }}
          onChange={(id) => choose(id === null ? null : Number(id))}
          onPaste={paste}
          // An open list would cover the lines that were just added.
          openOnFocus={false}
          comboboxProps={{ width: 'max-content', position: 'bottom-start', floatingStrategy: 'fixed' }}
          data-autofocus
          autoFocus
          className={css.what}
        />
        <Where state={state} many={many} />
        <Button type="submit" loading={state.isPending}>
          Add
        </Button>
        <ActionIcon aria-label="Close" onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
        <div className={css.addFoot}>
          <p className={css.added} role="status">
            {added}
          </p>
          {can('Equipments.View') && (
            <UnstyledButton className={`dna-link ${css.paste}`} onClick={() => setPasted('')}>
              Paste a list
            </UnstyledButton>
          )}
        </div>
      </form>
      {pasted !== undefined && (
        <AddList
          {...{ space, calls, undo }}
          text={pasted}
          rest={state.rest}
          where={state.group?.name}
          onClose={() => {
            setPasted(undefined)
            begin()
          }}
        />
      )}
    </>
  )
}

const Where = ({ state, many }: { state: ReturnType<typeof useAdding>; many: RefObject<HTMLInputElement | null> }) => (
  <>
    <NumberField
      ref={many}
      label="Quantity"
      min={1}
      max={9999}
      allowDecimal={false}
      value={state.quantity}
      onChange={state.setQuantity}
      className={css.many}
    />
    <Choice
      label="Area group"
      data={state.groups.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={state.areaGroupId}
      onChange={state.setAreaGroupId}
      placeholder="None"
    />
    <Choice
      label="Provider"
      data={codeChoices(ProviderCode)}
      value={state.provider}
      onChange={(value) => state.setProvider(ProviderCode.has(value) ? value : null)}
      placeholder="From the catalog"
    />
    <Choice
      label="Installer"
      data={codeChoices(InstallerCode)}
      value={state.installer}
      onChange={(value) => state.setInstaller(InstallerCode.has(value) ? value : null)}
      placeholder="From the catalog"
    />
  </>
)

const Choice = (props: SelectProps) => (
  <Select
    {...props}
    className={css.who}
    searchable
    selectFirstOptionOnChange
    allowDeselect={false}
    clearable
    comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
  />
)
