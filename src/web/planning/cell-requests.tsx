import { Kbd, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { formatMonth } from '../../model/kit/dates.ts'
import type { UserRef } from '../../model/kit/description.ts'
import { readMatches } from '../../model/offers/matches.ts'
import type { BoardEntryRow, BoardRow } from '../../model/planning/boards.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { shortcuts, useShortcutScope } from '../kit/look/keys.ts'
import { toast } from '../kit/look/toasts.tsx'
import { can } from '../kit/request/can.ts'
import { session } from '../kit/request/session.ts'
import { MatchesDialog } from '../offers/public.tsx'
import { type BoardActions, boardCellId, type CellPosition, type Line } from './board-lines.ts'
import { entryPersonName } from './board-rows.tsx'

export interface CellHours {
  projectId: number | undefined
  recordId: number
  /** Month, or the Monday of a week. */
  column: string
  hours: number
  /** Null if a labor type is the placeholder for a user. */
  user: UserRef | null
  isTentative: boolean
  label: string
}

interface Found {
  entry: BoardEntryRow
  projectId: number | undefined
}
function entryAt(rows: readonly BoardRow[], key: string, projectId: number | undefined): Found | undefined {
  for (const row of rows) {
    const project = row.kind === 'project' ? row.id : projectId
    const entries = row.children.filter((child) => child.kind === 'entry')
    const [only] = entries
    if (row.key === key && row.kind === 'entry') return { entry: row, projectId: project }
    if (row.key === key && row.kind === 'phase' && only && entries.length === 1) return { entry: only, projectId: project }
    const below = entryAt(row.children, key, project)
    if (below) return below
  }
  return undefined
}

interface OnBoard {
  rows: readonly BoardRow[]
  columns: readonly { key: string }[]
  projectId?: number
}
export function hoursAt({ rows, columns, projectId }: OnBoard, place: CellPosition | undefined): CellHours | undefined {
  const column = place && columns[place.column]?.key
  const found = place && column !== undefined ? entryAt(rows, place.line, projectId) : undefined
  if (!found || column === undefined) return undefined
  const { entry, isTentative, cells } = found.entry
  return {
    projectId: found.projectId,
    recordId: entry.recordId,
    column,
    hours: cells[column]?.hours ?? 0,
    user: entry.user,
    isTentative,
    label: entryPersonName(entry),
  }
}

interface RequestAction {
  name: 'offer' | 'shift' | 'match'
  label: string
  reason: string | undefined
  take: () => void
}

export function useRequestWays(onMatch: (hours: CellHours) => void) {
  const navigate = useNavigate()
  return (cellHours: CellHours | undefined): RequestAction[] => {
    const isMonth = cellHours?.column.length === 7
    const missing =
      !cellHours || !isMonth || cellHours.hours <= 0 || cellHours.isTentative
        ? 'Choose a month with hours of an approved contract'
        : undefined
    const isOthers = cellHours?.user != null && cellHours.user.id !== session().user?.id
    const notMine = (may: boolean) => (isOthers && !may ? 'These hours are someone else’s' : undefined)
    const [forOthers, shiftsOthers] = [can('ResourceOffers.CreateForOthers'), can('ResourceShiftRequests.CreateForOthers')]
    const go = (to: string, person: string) => () => {
      if (!cellHours) return
      const { projectId, recordId, column: month, hours, user } = cellHours
      void navigate({ to, search: { projectId, recordId, month, hours, ...(user && { [person]: user.id }) } })
    }
    const requestWays: (RequestAction & { may: boolean })[] = [
      {
        name: 'offer',
        label: 'Offer these hours',
        may: can('ResourceOffers.Create'),
        reason: missing ?? notMine(forOthers),
        take: go('/offers/new', 'sourceUserId'),
      },
      {
        name: 'shift',
        label: 'Request a shift',
        may: can('ResourceShiftRequests.Create'),
        reason: missing ?? notMine(shiftsOthers),
        take: go('/shift-requests/new', 'requesterUserId'),
      },
      {
        name: 'match',
        label: 'Find who could take them',
        may: can(readMatches.permission),
        reason: missing ?? notMine(forOthers),
        take: () => cellHours && onMatch(cellHours),
      },
    ]
    return requestWays.filter(({ may }) => may)
  }
}

export const WayItems = ({ requestWays, hasKeys = true }: { requestWays: readonly RequestAction[]; hasKeys?: boolean }) =>
  requestWays.map(({ name, label, reason, take }) => (
    <Menu.Item
      key={name}
      disabled={reason !== undefined}
      onClick={take}
      rightSection={hasKeys && <Kbd size="xs">{shortcuts.cellHours[name][0]}</Kbd>}
    >
      {label}
      {reason && <div className="dna-hint">{reason}</div>}
    </Menu.Item>
  ))

interface Opened {
  hours: CellHours
  x: number
  y: number
}

const focusBoard = () => document.querySelector<HTMLElement>('[role="treegrid"]')?.focus({ preventScroll: true })

export function Sought({ hours, onClose }: { hours: CellHours; onClose: () => void }) {
  return <MatchesDialog recordId={hours.recordId} month={hours.column} hours={hours.hours} onClose={onClose} />
}

export function useCellRequests(board: OnBoard) {
  const [menu, setMenu] = useState<Opened>()
  const [matchHours, setSought] = useState<CellHours>()
  const waysOf = useRequestWays(setSought)
  const hasWays = waysOf(undefined).length > 0
  useShortcutScope('cellHours', hasWays)
  function onMenu(line: Line, column: number, at: { x: number; y: number }): boolean {
    const hours = hasWays ? hoursAt(board, { line: line.key, column }) : undefined
    if (hours) setMenu({ hours, ...at })
    return hours !== undefined
  }
  function onKey(event: KeyboardEvent, line: Line, column: number): boolean {
    if (column < 0 || !hasWays || event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      const cell = document.getElementById(boardCellId(line.key, column))?.getBoundingClientRect()
      return onMenu(line, column, { x: cell?.left ?? 0, y: cell?.bottom ?? 0 })
    }
    const hours = hoursAt(board, { line: line.key, column })
    const requestWay = hours && waysOf(hours).find(({ name }) => shortcuts.cellHours[name][0] === event.key)
    if (!requestWay) return false
    if (requestWay.reason) toast.info(`${requestWay.reason}.`)
    else requestWay.take()
    return true
  }
  // Stable callbacks, because lines rerender only when their props change.
  const latest = useRef({ onMenu, onKey })
  latest.current = { onMenu, onKey }
  const actions = useMemo(
    (): Required<Pick<BoardActions, 'onKey' | 'onMenu'>> => ({
      onKey: (...args) => latest.current.onKey(...args),
      onMenu: (...args) => latest.current.onMenu(...args),
    }),
    [],
  )
  const close = () => {
    setMenu(undefined)
    setSought(undefined)
    focusBoard()
  }
  const element = (
    <>
      {menu && (
        <Menu opened onChange={(isOpen) => !isOpen && setMenu(undefined)} position="bottom-start" trapFocus>
          <Menu.Target>
            <span style={{ position: 'fixed', left: menu.x, top: menu.y }} />
          </Menu.Target>
          <Menu.Dropdown aria-label="Hours of the cell" onKeyDown={(event) => event.key === 'Escape' && close()}>
            <Menu.Label>
              {menu.hours.label}
              {menu.hours.column.length === 7 && `, ${formatMonth(menu.hours.column)}`}: {formatNumber(menu.hours.hours)} h
            </Menu.Label>
            <WayItems requestWays={waysOf(menu.hours)} />
          </Menu.Dropdown>
        </Menu>
      )}
      {matchHours && <Sought hours={matchHours} onClose={close} />}
    </>
  )
  return { acts: actions, element }
}
