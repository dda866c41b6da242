import { useState } from 'react'
import type { Fields } from '../../model/kit/description.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { type spaceEquipment, spaceLines } from '../../model/spaces/space-equipment.ts'
import { type Conflict, isSame, type Values, valuesOf } from '../kit/form/form.ts'
import { refresh } from '../kit/request/call.ts'
import { CallError, newKey, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import type { LineCalls, LinePlace } from './line-calls.ts'

export type Line = RowOf<typeof spaceEquipment>
export type PlacedLine = Line & { groupId: number }

/** Saves what is changed in place. What somebody else changed meanwhile stays; where both changed the same, the person chooses. */
export function useLineSaving(place: LinePlace, calls: LineCalls) {
  const [clash, setClash] = useState<{ line: PlacedLine; part: Values; current: Values }>()
  const [isSaving, setSaving] = useState(false)
  const { rowVersion: _, ...written } = calls.update.body as Fields
  const fields: Fields = { ...written, areaGroupId: spaceLines.fields.areaGroupId }
  const valuesOfLine = (line: PlacedLine | undefined): Values => ({ ...valuesOf(fields, line), areaGroupId: line?.groupId || null })

  async function save(line: Line, values: Values, rowVersion: number) {
    await request(calls.update, {
      params: calls.at(place.id, line.id),
      body: { ...values, rowVersion },
      idempotencyKey: newKey(),
    })
    await refresh(calls.of.entity, place.id)
  }
  /** Changes a part of the line as it was when the person began. */
  async function set(line: PlacedLine, part: Values) {
    const before = valuesOfLine(line)
    try {
      await save(line, { ...before, ...part }, line.rowVersion)
    } catch (error) {
      const current = error instanceof CallError ? (error.body as { current?: Values } | undefined)?.current : undefined
      if (!current) return showError(error)
      const theirs = valuesOf(fields, current)
      const isClash = Object.keys(part).some((key) => !isSame(theirs[key], before[key]) && !isSame(theirs[key], part[key]))
      if (isClash) return setClash({ line, part, current })
      await save(line, { ...theirs, ...part }, current.rowVersion).catch(showError)
    }
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
      base: clash?.line,
    },
  }
  return { set, conflict }
}
