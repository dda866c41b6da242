import { useRef, useState } from 'react'
import { tagAndModel } from '../../model/catalog/equipment-texts.ts'
import type { Fields } from '../../model/kit/description.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { type spaceEquipment, spaceLines } from '../../model/spaces/space-equipment.ts'
import { type Change, OvertakenEdit } from '../kit/edits/edit-history.ts'
import { type Conflict, formValues, isRow, type Values } from '../kit/form/form.ts'
import { isSameValue } from '../kit/form/merge-versions.ts'
import { toast } from '../kit/look/toasts.tsx'
import { invalidateEntity, isTemporaryOutage } from '../kit/request/call.ts'
import { CallError, createIdempotencyKey, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import type { LineCalls, LineContainer, Undo } from './line-calls.ts'

export type Line = RowOf<typeof spaceEquipment>
export type PlacedLine = Line & { groupId: number }

/** Set if the caller retries by itself when the server does not respond. */
interface How {
  isKept?: boolean
}

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
  const pick = (line: PlacedLine, keys: readonly string[]) => {
    const values = valuesOfLine(line)
    return Object.fromEntries(keys.map((key) => [key, values[key]]))
  }
  function findLine(lineId: number): PlacedLine {
    for (const { id: groupId, equipment } of latest.current.areaGroups ?? []) {
      const line = equipment.find(({ id }) => id === lineId)
      if (line) return newest({ ...line, groupId })
    }
    throw new OvertakenEdit('The line no longer exists.')
  }
  /** Writes values that the line had before. Other users' changes to other fields are retained. */
  const restore =
    (lineId: number, values: Values): Change =>
    async () => {
      const line = findLine(lineId)
      const before = pick(line, Object.keys(values))
      if (!(await write(line, values))) throw new OvertakenEdit('The line was changed in the meantime.')
      return restore(lineId, before)
    }
  /** Returns false if another user has changed the same field; the user is asked which value to keep. */
  async function write(line: PlacedLine, part: Values): Promise<boolean> {
    const before = valuesOfLine(line)
    try {
      await save(line, { ...before, ...part }, line.rowVersion)
      return true
    } catch (error) {
      const current = error instanceof CallError && isRow(error.said.current) ? error.said.current : undefined
      if (!current) throw error
      const theirs = formValues(fields, current)
      const isClash = Object.keys(part).some((key) => !isSameValue(theirs[key], before[key]) && !isSameValue(theirs[key], part[key]))
      if (isClash) {
        setClash({ line, part, current })
        return false
      }
      await save(line, { ...theirs, ...part }, current.rowVersion)
      return true
    }
  }
  /** Changes part of a line as it was when editing began, plus this user's own saves since. Returns false if the server did not respond. */
  async function set(line: PlacedLine, part: Values, how?: How): Promise<boolean> {
    const hasAnswer = await undo.enqueue(() => change(newest(line), part, how))
    return hasAnswer ?? true
  }
  async function change(line: PlacedLine, part: Values, { isKept }: How = {}) {
    try {
      const before = pick(line, Object.keys(part))
      if (await write(line, part)) undo.note(`${tagAndModel(line.equipment)} changed.`, restore(line.id, before))
      return true
    } catch (error) {
      if (!isTemporaryOutage(error)) showError(error)
      else if (!isKept) toast.warning('The server is not responding. Nothing was changed.')
      return !isTemporaryOutage(error)
    }
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
