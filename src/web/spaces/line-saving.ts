import { useRef, useState } from 'react'
import type { Fields } from '../../model/kit/description.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { type spaceEquipment, spaceLines } from '../../model/spaces/space-equipment.ts'
import { type Conflict, formValues, isRow, type Values } from '../kit/form/form.ts'
import { isSameValue } from '../kit/form/merge-versions.ts'
import { toast } from '../kit/look/toasts.tsx'
import { invalidateEntity, isTemporaryOutage } from '../kit/request/call.ts'
import { CallError, createIdempotencyKey, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { useSerialQueue } from '../kit/request/optimistic.ts'
import type { LineCalls, LineContainer, Undo } from './line-calls.ts'

export type Line = RowOf<typeof spaceEquipment>
export type PlacedLine = Line & { groupId: number }

/** Set if the caller retries by itself when the server does not respond. */
interface How {
  isKept?: boolean
}

const warnServerUnreachable = () => toast.warning('The server is not responding. Nothing was changed.')

const lineVersionKey = ({ id, rowVersion }: Line) => `${id} ${rowVersion}`

/** Saves inline edits. Another user's changes to other fields are retained; if both changed the same field, the user chooses. */
export function useLineSaving(place: LineContainer, calls: LineCalls, undo: Undo) {
  const [clash, setClash] = useState<{ line: PlacedLine; part: Values; current: Values }>()
  const [isSaving, setSaving] = useState(false)
  const { rowVersion: _, ...written } = calls.update.body
  const fields: Fields = {
    ...written,
    areaGroupId: spaceLines.fields.areaGroupId,
    ...('circuitId' in written && { circuitId: spaceLines.fields.circuitId }),
  }
  const valuesOfLine = (line: PlacedLine | undefined): Values => ({ ...formValues(fields, line), areaGroupId: line?.groupId || null })

  /** Lines as this user last saved them. */
  const own = useRef(new Map<string, PlacedLine>())
  async function save(line: Line, values: Values, rowVersion: number) {
    const answer: unknown = await request(calls.update, {
      params: calls.at(place.id, line.id),
      body: { ...values, rowVersion },
      idempotencyKey: createIdempotencyKey(),
    })
    if (isRow(answer) && answer.rowVersion > line.rowVersion)
      own.current.set(lineVersionKey(line), { ...line, ...answer, groupId: values.areaGroupId ?? 0 })
    await invalidateEntity(calls.resource.entity, place.id)
  }
  function newest(line: PlacedLine): PlacedLine {
    const next = own.current.get(lineVersionKey(line))
    return next ? newest(next) : line
  }
  const latest = useRef(place)
  latest.current = place
  /** Restores a line's previous values for undo, if the line still exists. Other users' changes to other fields are retained. */
  async function giveBack(lineId: number, old: Values) {
    for (const { id: groupId, equipment } of latest.current.areaGroups ?? []) {
      const line = equipment.find(({ id }) => id === lineId)
      if (!line) continue
      const outcome = await write(newest({ ...line, groupId }), old)
      if (outcome === 'saved') toast.success('Undone.')
      else if (outcome === 'away') warnServerUnreachable()
      return
    }
    toast.info('The line no longer exists.')
  }
  /** Shows rejections to the user. If the server did not respond, the caller retains the change. */
  async function write(line: PlacedLine, part: Values): Promise<'saved' | 'refused' | 'away'> {
    const before = valuesOfLine(line)
    const reportError = (error: unknown) => {
      if (isTemporaryOutage(error)) return 'away'
      showError(error)
      return 'refused'
    }
    try {
      await save(line, { ...before, ...part }, line.rowVersion)
      return 'saved'
    } catch (error) {
      const current = error instanceof CallError && isRow(error.said.current) ? error.said.current : undefined
      if (!current) return reportError(error)
      const theirs = formValues(fields, current)
      const isClash = Object.keys(part).some((key) => !isSameValue(theirs[key], before[key]) && !isSameValue(theirs[key], part[key]))
      if (isClash) {
        setClash({ line, part, current })
        return 'refused'
      }
      return save(line, { ...theirs, ...part }, current.rowVersion).then(() => 'saved' as const, reportError)
    }
  }
  const inTurn = useSerialQueue()
  /** Changes part of a line as it was when editing began, plus this user's own saves since. Returns false if the server did not respond. */
  async function set(line: PlacedLine, part: Values, how?: How): Promise<boolean> {
    const hasAnswer = await undo.during(inTurn(() => change(newest(line), part, how)))
    return hasAnswer ?? true
  }
  async function change(line: PlacedLine, part: Values, { isKept }: How = {}) {
    const before = valuesOfLine(line)
    const outcome = await write(line, part)
    const old = Object.fromEntries(Object.keys(part).map((key) => [key, before[key]]))
    if (outcome === 'saved') undo.note(() => giveBack(line.id, old))
    if (outcome === 'away' && !isKept) warnServerUnreachable()
    return outcome !== 'away'
  }
  async function settle(values: Values | undefined) {
    if (clash && values) {
      setSaving(true)
      await save(clash.line, values, clash.current.rowVersion).catch(showError)
      setSaving(false)
    }
    setClash(undefined)
    void invalidateEntity(calls.resource.entity, place.id)
  }
  const conflict: Conflict = {
    stale: clash?.current,
    isSaving,
    settle: (values) => void settle(values),
    form: {
      fields,
      values: { ...valuesOfLine(clash?.line), ...clash?.part },
      changed: Object.keys(clash?.part ?? {}),
      base: clash && { ...clash.line, areaGroupId: clash.line.groupId || null },
    },
  }
  return { set, conflict }
}
export type LineSaving = ReturnType<typeof useLineSaving>
