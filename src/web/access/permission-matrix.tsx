import { Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { typedKeys } from '../../model/kit/keys.ts'
import { type Area, isPermission, type Permission, permissionCatalog } from '../../model/permissions.ts'
import { IconAlertTriangle, IconLock, IconSearch } from '../kit/look/icons.ts'
import table from '../kit/parts/table.module.css'
import css from './permission-matrix.module.css'
import { actionWords, areaWords } from './permission-texts.ts'

const mainActions = ['View', 'Create', 'Update', 'Delete']
const order = typedKeys(areaWords)

interface AreaRow {
  area: Area
  group: string
  label: string
  names: Permission[]
}

function createAreaRows(allowed: readonly Permission[]): AreaRow[] {
  const may = new Set(allowed)
  return order
    .map((area) => {
      const [group, label] = areaWords[area]
      const rank = (action: string) => (mainActions.includes(action) ? mainActions.indexOf(action) : mainActions.length)
      const actions = [...permissionCatalog[area]].sort((a, b) => rank(a) - rank(b))
      return { area, group, label, names: actions.map((action) => `${area}.${action}` as Permission).filter((name) => may.has(name)) }
    })
    .filter(({ names }) => names.length > 0)
}

const permissionAction = (name: Permission) => name.slice(name.indexOf('.') + 1)
const viewPermission = ({ area, names }: AreaRow) => names.find((name) => name === `${area}.View`)

/** Some actions are granted without View, so the pages of the area cannot be opened. */
const lacksView = (row: AreaRow, held: ReadonlySet<Permission>) => {
  const view = viewPermission(row)
  return view !== undefined && !held.has(view) && row.names.some((name) => held.has(name))
}

interface Props {
  allowed: readonly Permission[]
  value: Permission[]
  onChange: (value: Permission[]) => void
  /** Saved value, to highlight changes. */
  saved: readonly Permission[]
  /** True if the editing user may grant and revoke this permission. */
  mayGive: (name: Permission) => boolean
  lock?: string
  readOnly?: boolean
}

/** Permissions of a role: areas as rows, actions as checkboxes. Arrow keys move between the checkboxes. */
export function PermissionMatrix({ allowed, value, onChange, saved, mayGive, lock, ...props }: Props) {
  const readOnly = props.readOnly || lock !== undefined
  const [typed, setTyped] = useState('')
  const all = createAreaRows(allowed)
  const held = new Set(value)
  const rows = matching(all, typed)
  const groups = [...new Set(rows.map(({ group }) => group))]
  const shown = rows.flatMap(({ names }) => names)
  const blind = all.filter((row) => lacksView(row, held))
  const added = value.filter((name) => !saved.includes(name)).length
  const removed = saved.filter((name) => !held.has(name)).length

  function set(names: readonly Permission[], isOn: boolean) {
    const next = new Set(held)
    for (const name of names.filter(mayGive)) isOn ? next.add(name) : next.delete(name)
    // An action needs View, so it is added automatically; turning View off afterwards is allowed with a warning.
    if (isOn)
      for (const row of all) {
        const view = viewPermission(row)
        if (view && mayGive(view) && names.some((name) => name !== view && row.names.includes(name))) next.add(view)
      }
    const stillHeld = saved.filter((name) => next.has(name))
    onChange([...stillHeld, ...allowed.filter((name) => next.has(name) && !stillHeld.includes(name))])
  }

  return (
    <section className={css.matrix} aria-label="Permissions">
      <div className={css.head}>
        <h3>Permissions</h3>
        <span className={css.count} role="status">
          <b>{value.length}</b> of {allowed.length}
          {(added > 0 || removed > 0) && ` (${[added && `${added} added`, removed && `${removed} removed`].filter(Boolean).join(', ')})`}
        </span>
        <TextInput
          className={css.search}
          size="xs"
          aria-label="Search permissions"
          placeholder="Search permissions"
          leftSection={<IconSearch size={16} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {!readOnly && (
          <>
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              onClick={() => set(shown, true)}
              disabled={shown.every((name) => held.has(name) || !mayGive(name))}
            >
              Allow all{typed.trim() && ' shown'}
            </Button>
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              onClick={() => set(shown, false)}
              disabled={!shown.some((name) => held.has(name) && mayGive(name))}
            >
              Allow none{typed.trim() && ' shown'}
            </Button>
          </>
        )}
      </div>
      {lock && (
        <p className={css.lock}>
          <IconLock size={16} />
          {lock}
        </p>
      )}
      <div role="status">
        {blind.length > 0 && (
          <p className={css.warning}>
            <IconAlertTriangle size={16} />
            These have permissions without View, so their pages cannot be opened: {blind.map(({ label }) => label).join('; ')}.
          </p>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows are a short way between boxes that Tab reaches as well */}
      <div className={css.rows} onKeyDown={moveByArrows}>
        <div className={css.columns} aria-hidden="true">
          <span>Area</span>
          <span>All</span>
          {mainActions.map((action) => (
            <span key={action}>{action}</span>
          ))}
          <span>More</span>
        </div>
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h4 className={css.group}>{group}</h4>
            {rows
              .filter((row) => row.group === group)
              .map((row) => (
                <Row
                  key={row.area}
                  {...{ row, held, set, mayGive, readOnly, isBlind: blind.some(({ area }) => area === row.area) }}
                  allPermissions={all.find(({ area }) => area === row.area)!.names}
                />
              ))}
          </section>
        ))}
        {rows.length === 0 && <p className={css.none}>No permission matches “{typed.trim()}”.</p>}
      </div>
    </section>
  )
}

interface RowProps {
  row: AreaRow
  /** All permissions of the area, including those the search hides. */
  allPermissions: Permission[]
  held: ReadonlySet<Permission>
  set: (names: readonly Permission[], isOn: boolean) => void
  mayGive: (name: Permission) => boolean
  isBlind: boolean
  readOnly?: boolean
}

function Row({ row, allPermissions, held, set, mayGive, isBlind, readOnly }: RowProps) {
  const id = useId()
  const chosen = allPermissions.filter((name) => held.has(name)).length
  const box = (name: Permission) => (
    <label key={name} className={css.box} data-main={mainActions.includes(permissionAction(name)) || undefined}>
      <input
        type="checkbox"
        className={table.check}
        aria-label={`${row.label}: ${actionWords(permissionAction(name))}`}
        checked={held.has(name)}
        disabled={readOnly || !mayGive(name)}
        onChange={(event) => set([name], event.currentTarget.checked)}
      />
      <span>{actionWords(permissionAction(name))}</span>
    </label>
  )
  const more = row.names.filter((name) => !mainActions.includes(permissionAction(name)))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row of the grid everywhere
    <div className={css.row} role="group" aria-labelledby={id}>
      <span className={css.area}>
        <span id={id}>{row.label}</span>
        <span className={css.share}>
          {chosen} of {allPermissions.length}
        </span>
      </span>
      <label className={css.box} data-main>
        <input
          type="checkbox"
          className={table.check}
          aria-label={`${row.label}: all`}
          checked={chosen === allPermissions.length}
          disabled={readOnly || !allPermissions.some(mayGive)}
          ref={(input) => {
            if (input) input.indeterminate = chosen > 0 && chosen < allPermissions.length
          }}
          onChange={() => set(allPermissions, chosen < allPermissions.length)}
        />
        <span>All</span>
      </label>
      {mainActions.map((action) => {
        const name = row.names.find((item) => permissionAction(item) === action)
        return name ? box(name) : <span key={action} className={css.absent} />
      })}
      <div className={css.more}>{more.map(box)}</div>
      {isBlind && <p className={css.blind}>Without View, no one can open these pages; the other permissions here stay on.</p>}
    </div>
  )
}

/** A matching area shows all its actions, otherwise only the matching ones. */
function matching(rows: AreaRow[], typed: string): AreaRow[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  return rows
    .map((row) => {
      if (has(`${row.group} ${row.label} ${row.area}`)) return row
      const names = row.names.filter((name) => has(`${row.group} ${row.label} ${name} ${actionWords(permissionAction(name))}`))
      return { ...row, names }
    })
    .filter(({ names }) => names.length > 0)
}

/** Left and right move to the next checkbox, up and down to the nearest one in the next row. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const from = event.target as HTMLInputElement
  if (from.type !== 'checkbox' || event.ctrlKey || event.altKey || event.metaKey) return
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type="checkbox"]:not(:disabled)')]
  const at = boxes.indexOf(from)
  const rect = from.getBoundingClientRect()
  const middle = rect.top + rect.height / 2
  const isBelow = event.key === 'ArrowDown'
  let to: HTMLInputElement | undefined
  if (event.key === 'ArrowRight') to = boxes[at + 1]
  else if (event.key === 'ArrowLeft') to = boxes[at - 1]
  else if (isBelow || event.key === 'ArrowUp') to = nearest(boxes, rect.left, middle, isBelow)
  else return
  event.preventDefault()
  to?.focus()
}

function nearest(boxes: HTMLInputElement[], left: number, middle: number, isBelow: boolean) {
  const distances = boxes.map((box) => {
    const { top, height, left: start } = box.getBoundingClientRect()
    const away = (top + height / 2 - middle) * (isBelow ? 1 : -1)
    return { box, away, aside: Math.abs(start - left) }
  })
  const further = distances.filter(({ away }) => away > 4)
  const line = Math.min(...further.map(({ away }) => away))
  return further.filter(({ away }) => away < line + 4).sort((a, b) => a.aside - b.aside)[0]?.box
}

export const permissionNames = (permissions: readonly (string | { name: string })[] | null | undefined): Permission[] =>
  (permissions ?? []).map((permission) => (typeof permission === 'string' ? permission : permission.name)).filter(isPermission)
