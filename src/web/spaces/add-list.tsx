import { ActionIcon, Button, Modal, Select, Textarea } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { equipments } from '../../model/catalog/equipment.ts'
import { type EquipmentChoice, findEquipment } from '../../model/catalog/equipment-calls.ts'
import { type ListedLine, listedLines, tagAndModel } from '../../model/catalog/equipment-texts.ts'
import { plural } from '../../model/kit/plural.ts'
import { mostTogether } from '../../model/spaces/line-concurrency.ts'
import { formatLineCount } from '../../model/spaces/space-equipment.ts'
import { EquipmentOptionPicture } from '../catalog/public.tsx'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { NumberField } from '../kit/form/number-field.tsx'
import { OptionLine } from '../kit/form/picker-option.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { IconX } from '../kit/look/icons.ts'
import { Picker, ReasonButton, Skeletons } from '../kit/pages.tsx'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import css from './add-list.module.css'
import { type LineCalls, type LineContainer, requestLineChanges, type Together, type Undo } from './line-calls.ts'

interface Props {
  space: LineContainer
  calls: LineCalls
  undo: Undo
  text: string
  rest: Omit<NonNullable<Together['add']>[number], 'equipmentId' | 'quantity'>
  where?: string
  onClose: () => void
}

interface Row extends ListedLine {
  key: number
  isExact: boolean
  choices: EquipmentChoice[]
  equipmentId: number | null
  count: number | string
}

async function lookUpProducts(lines: ListedLine[]): Promise<Row[]> {
  const named = lines.filter(({ words }) => words.length <= 100)
  const texts = [...new Set(named.map(({ words }) => words))]
  const found = texts.length === 0 ? [] : await request(findEquipment, { body: { texts } })
  const byText = new Map(found.map((item) => [item.text, item]))
  return lines.map((line, key) => {
    const { isExact = false, items = [] } = byText.get(line.words) ?? {}
    const [first, second] = items
    const isSure = isExact && first !== undefined && second === undefined
    return {
      ...line,
      key,
      isExact,
      choices: items,
      equipmentId: isSure ? first.id : null,
      count: line.isQuantityWrong ? '' : (line.quantity ?? 1),
    }
  })
}

function usePastedList({ space, calls, undo, text, rest, where, onClose }: Props) {
  const [rows, setRows] = useState<Row[]>()
  const [isBusy, setBusy] = useState(text.trim() !== '')
  async function read(list: string) {
    const lines = listedLines(list)
    setBusy(true)
    try {
      if (lines.length > 0) setRows(await lookUpProducts(lines.slice(0, mostTogether)))
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  const readPasted = useEffectEvent(() => void (text.trim() !== '' && read(text)))
  useEffect(() => readPasted(), [])
  const change = (key: number, part: Partial<Row>) => setRows((all) => all?.map((row) => (row.key === key ? { ...row, ...part } : row)))
  /** Without any lines left, shows the text input again. */
  const drop = (key: number) =>
    setRows((all) => {
      const left = all?.filter((row) => row.key !== key)
      return left?.length === 0 ? undefined : left
    })
  const open = (rows ?? []).filter(({ equipmentId }) => equipmentId === null).length
  const uncounted = (rows ?? []).filter(({ count }) => !(Number(count) >= 1)).length
  const add = () => undo.track(addAll())
  async function addAll() {
    if (!rows || isBusy) return
    setBusy(true)
    try {
      const linesToAdd = rows.flatMap(({ equipmentId, count }) =>
        equipmentId === null ? [] : [{ ...rest, equipmentId, quantity: Number(count) }],
      )
      const { changeSetId } = await requestLineChanges(space, calls, { add: linesToAdd })
      undo.told(`${formatLineCount(linesToAdd.length)} added${where ? ` to ${where}` : ''}.`, changeSetId)
      onClose()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return { rows, isBusy, read, change, drop, add, open, uncounted }
}

export function AddList(props: Props) {
  const { text, where, onClose } = props
  const list = usePastedList(props)
  const [typed, setTyped] = useState(text)
  const { rows, open, uncounted } = list
  const isReading = !rows && list.isBusy
  const reason =
    open > 0
      ? `${formatLineCount(open)} ${plural(open, 'has')} no equipment yet: choose it, or remove the line`
      : uncounted > 0 && `${formatLineCount(uncounted)} ${plural(uncounted, 'has')} no quantity`
  return (
    <Modal opened onClose={onClose} title={rows ? `Check ${formatLineCount(rows.length)}` : 'Add a list of equipment'} size={860}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (rows && !reason) void list.add()
        }}
      >
        {isReading && <Skeletons />}
        {!rows && !isReading && (
          <Textarea
            label="List"
            description="One line each: tag or model and quantity, from a spreadsheet or typed as 4 x DIS-75."
            autosize
            minRows={8}
            maxRows={16}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoFocus
            data-autofocus
          />
        )}
        {rows && <Lines rows={rows} change={list.change} drop={list.drop} />}
        <DialogFoot>
          {rows && (
            <span className={css.where} role="status">
              {open > 0 ? `${formatNumber(open)} of ${formatNumber(rows.length)} still to be chosen.` : where ? `They go to ${where}.` : ''}
            </span>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {rows ? (
            <ReasonButton reason={reason} loading={list.isBusy} onClick={() => void list.add()} data-autofocus>
              Add {formatLineCount(rows.length)}
            </ReasonButton>
          ) : (
            <ReasonButton
              reason={typed.trim() === '' && 'Nothing is typed or pasted yet'}
              loading={list.isBusy}
              onClick={() => void list.read(typed)}
            >
              Look up
            </ReasonButton>
          )}
        </DialogFoot>
      </form>
    </Modal>
  )
}

interface LinesProps {
  rows: Row[]
  change: (key: number, part: Partial<Row>) => void
  drop: (key: number) => void
}

function Lines({ rows, change, drop }: LinesProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  /** Moves the focus to the next line's remove button, or to the previous one after the last line, so the same key can be repeated. */
  function remove(key: number, at: number) {
    const buttons = body.current?.querySelectorAll<HTMLElement>('[data-remove]')
    ;(buttons?.[at + 1] ?? buttons?.[at - 1])?.focus()
    drop(key)
  }
  return (
    <div className={css.scroll}>
      <table className={css.table} aria-label="Lines of the list">
        <thead>
          <tr>
            <th scope="col">Pasted</th>
            <th scope="col">Equipment</th>
            <th scope="col" className={css.count}>
              Quantity
            </th>
            <td />
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => (
            <tr key={row.key} data-open={row.equipmentId === null || undefined}>
              <th scope="row">{row.text}</th>
              <td>
                <What row={row} change={change} />
              </td>
              <td className={css.count}>
                <NumberField
                  aria-label={`Quantity of ${row.words}`}
                  min={1}
                  max={9999}
                  allowDecimal={false}
                  value={row.count}
                  error={!(Number(row.count) >= 1)}
                  onChange={(count) => change(row.key, { count })}
                />
              </td>
              <td>
                <ActionIcon data-remove aria-label={`Remove ${row.words}`} onClick={() => remove(row.key, index)}>
                  <IconX size={14} />
                </ActionIcon>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const formatPrice = ({ msrpPrice }: EquipmentChoice) => (msrpPrice > 0 ? `$${formatNumber(msrpPrice, 2)}` : 'No price')
const choiceLine = (choice: EquipmentChoice) => (
  <OptionLine
    label={choice.model}
    code={choice.tag}
    tile={<EquipmentOptionPicture item={choice} />}
    maker={choice.manufacture.name}
    price={formatPrice(choice)}
  />
)

function What({ row, change }: { row: Row; change: LinesProps['change'] }) {
  const { key, words, isExact, choices, equipmentId } = row
  const [only, second] = choices
  if (isExact && only && !second) return choiceLine(only)
  if (choices.length > 0)
    return (
      <Select
        aria-label={`Equipment for ${words}`}
        placeholder={isExact ? `${choices.length} have this name: choose one` : 'Not found; similar ones:'}
        data={choices.map(({ id, tag, model, manufacture }) => ({
          value: String(id),
          label: `${tagAndModel({ tag, model })}, ${manufacture.name}`,
        }))}
        renderOption={({ option }) => {
          const choice = choices.find(({ id }) => String(id) === option.value)
          return choice ? choiceLine(choice) : option.label
        }}
        value={equipmentId === null ? null : String(equipmentId)}
        onChange={(id) => change(key, { equipmentId: id === null ? null : Number(id) })}
      />
    )
  return (
    <Picker
      resource={equipments}
      tile={EquipmentOptionPicture}
      aria-label={`Equipment for ${words}`}
      placeholder="Not found; search the catalog"
      value={equipmentId}
      openOnFocus={false}
      onChange={(id) => change(key, { equipmentId: id === null ? null : Number(id) })}
    />
  )
}
