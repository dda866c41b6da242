import { useRef, useState } from 'react'
import type { Fields } from '../../model/kit/description.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { type spaceEquipment, spaceLines } from '../../model/spaces/space-equipment.ts'
import { type Conflict, isRow, isSame, type Values, valuesOf } from '../kit/form/form.ts'
import { toast } from '../kit/look/toasts.tsx'
import { refresh } from '../kit/request/call.ts'
import { CallError, newKey, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import type { LineCalls, LinePlace, Undo } from './line-calls.ts'

export type Line = RowOf<typeof spaceEquipment>
export type PlacedLine = Line & { groupId: number }

/** No answer came, or none from the product itself: the same may be asked again. */
const isAway = (error: unknown) => error instanceof CallError && [0, 502, 503, 504].includes(error.status)

/** Saves what is changed in place. What somebody else changed meanwhile stays; where both changed the same, the person chooses. */
export function useLineSaving(place: LinePlace, calls: LineCalls, undo: Undo) {
  const [clash, setClash] = useState<{ line: PlacedLine; part: Values; current: Values }>()
  const [isSaving, setSaving] = useState(false)
  const { rowVersion: _, ...written } = calls.update.body
  const fields: Fields = {
    ...written,
    areaGroupId: spaceLines.fields.areaGroupId,
    ...('circuitId' in written && { circuitId: spaceLines.fields.circuitId }),
  }
  const valuesOfLine = (line: PlacedLine | undefined): Values => ({ ...valuesOf(fields, line), areaGroupId: line?.groupId || null })

  async function save(line: Line, values: Values, rowVersion: number) {
    await request(calls.update, {
      params: calls.at(place.id, line.id),
      body: { ...values, rowVersion },
      idempotencyKey: newKey(),
    })
    await refresh(calls.of.entity, place.id)
  }
  const latest = useRef(place)
  latest.current = place
  /** Gives the line the values it had, if it is there yet; what others made of its other values stays. */
  async function giveBack(lineId: number, old: Values) {
    for (const { id: groupId, equipment } of latest.current.areaGroups ?? []) {
      const line = equipment.find(({ id }) => id === lineId)
      if (!line) continue
      if ((await write({ ...line, groupId }, old)) === 'saved') toast.success('Undone.')
      return
    }
    toast.info('The line no longer exists.')
  }
  /** What is refused is told; where nobody answers the caller keeps it. */
  async function write(line: PlacedLine, part: Values): Promise<'saved' | 'refused' | 'away'> {
    const before = valuesOfLine(line)
    const told = (error: unknown) => {
      if (isAway(error)) return 'away'
      showError(error)
      return 'refused'
    }
    try {
      await save(line, { ...before, ...part }, line.rowVersion)
      return 'saved'
    } catch (error) {
      const current = error instanceof CallError && isRow(error.said.current) ? error.said.current : undefined
      if (!current) return told(error)
      const theirs = valuesOf(fields, current)
      const isClash = Object.keys(part).some((key) => !isSame(theirs[key], before[key]) && !isSame(theirs[key], part[key]))
      if (isClash) {
        setClash({ line, part, current })
        return 'refused'
      }
      return save(line, { ...theirs, ...part }, current.rowVersion).then(() => 'saved' as const, told)
    }
  }
  /** Changes a part of the line as it was when the person began. Answers false where nobody answered. */
  const set = (line: PlacedLine, part: Values) => undo.during(change(line, part))
  async function change(line: PlacedLine, part: Values) {
    const before = valuesOfLine(line)
    const outcome = await write(line, part)
    const old = Object.fromEntries(Object.keys(part).map((key) => [key, before[key]]))
    if (outcome === 'saved') undo.note(() => giveBack(line.id, old))
    return outcome !== 'away'
  }
  async function settle(values: Values | undefined) {
    if (clash && values) {
      setSaving(true)
      await save(clash.line, values, clash.current.rowVersion).catch(showError)
      setSaving(false)
    }
    setClash(undefined)
    void refresh(calls.of.entity, place.id)
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
