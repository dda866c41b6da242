import { useRef, useState } from 'react'
import type { Fields } from '../../model/kit/description.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { type spaceEquipment, spaceLines } from '../../model/spaces/space-equipment.ts'
import { type Conflict, formValues, isRow, isSame, type Values } from '../kit/form/form.ts'
import { toast } from '../kit/look/toasts.tsx'
import { useSerialQueue } from '../kit/request/ahead.ts'
import { invalidateEntity } from '../kit/request/call.ts'
import { CallError, createIdempotencyKey, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import type { LineCalls, LinePlace, Undo } from './line-calls.ts'

export type Line = RowOf<typeof spaceEquipment>
export type PlacedLine = Line & { groupId: number }

/** Who keeps by themselves what nobody answered asks again later. */
interface How {
  isKept?: boolean
}

/** No answer came, or none from the product itself: the same may be asked again. */
const isAway = (error: unknown) => error instanceof CallError && [0, 502, 503, 504].includes(error.status)

const tellAway = () => toast.warning('The server is not responding. Nothing was changed.')

const versionOf = ({ id, rowVersion }: Line) => `${id} ${rowVersion}`

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
  const valuesOfLine = (line: PlacedLine | undefined): Values => ({ ...formValues(fields, line), areaGroupId: line?.groupId || null })

  /** What this person has made of a line as they saw it. */
  const own = useRef(new Map<string, PlacedLine>())
  async function save(line: Line, values: Values, rowVersion: number) {
    const answer: unknown = await request(calls.update, {
      params: calls.at(place.id, line.id),
      body: { ...values, rowVersion },
      idempotencyKey: createIdempotencyKey(),
    })
    if (isRow(answer) && answer.rowVersion > line.rowVersion)
      own.current.set(versionOf(line), { ...line, ...answer, groupId: values.areaGroupId ?? 0 })
    await invalidateEntity(calls.resource.entity, place.id)
  }
  function newest(line: PlacedLine): PlacedLine {
    const next = own.current.get(versionOf(line))
    return next ? newest(next) : line
  }
  const latest = useRef(place)
  latest.current = place
  /** Gives the line the values it had, if it is there yet; what others made of its other values stays. */
  async function giveBack(lineId: number, old: Values) {
    for (const { id: groupId, equipment } of latest.current.areaGroups ?? []) {
      const line = equipment.find(({ id }) => id === lineId)
      if (!line) continue
      const outcome = await write(newest({ ...line, groupId }), old)
      if (outcome === 'saved') toast.success('Undone.')
      else if (outcome === 'away') tellAway()
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
      const theirs = formValues(fields, current)
      const isClash = Object.keys(part).some((key) => !isSame(theirs[key], before[key]) && !isSame(theirs[key], part[key]))
      if (isClash) {
        setClash({ line, part, current })
        return 'refused'
      }
      return save(line, { ...theirs, ...part }, current.rowVersion).then(() => 'saved' as const, told)
    }
  }
  const inTurn = useSerialQueue()
  /** Changes a part of the line as it was when the person began. Answers false where nobody answered. */
  async function set(line: PlacedLine, part: Values, how?: How): Promise<boolean> {
    const hasAnswer = await undo.during(inTurn(() => change(newest(line), part, how)))
    return hasAnswer ?? true
  }
  async function change(line: PlacedLine, part: Values, { isKept }: How = {}) {
    const before = valuesOfLine(line)
    const outcome = await write(line, part)
    const old = Object.fromEntries(Object.keys(part).map((key) => [key, before[key]]))
    if (outcome === 'saved') undo.note(() => giveBack(line.id, old))
    if (outcome === 'away' && !isKept) tellAway()
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
