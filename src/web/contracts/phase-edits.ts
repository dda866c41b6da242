import { useRef } from 'react'
import { LaborType } from '../../model/access/enums.ts'
import {
  type ConstructionPhase,
  changePhase,
  changeRecord,
  listPhases,
  type PhaseRecord,
} from '../../model/contracts/construction-phases.ts'
import { centsOf } from '../../model/kit/money.ts'
import { type EntryHours, withMonth } from '../../model/planning/board-edits.ts'
import { spreadOverMonths, toSpreadRecord } from '../../model/planning/spread.ts'
import type { Change } from '../kit/edits/edit-history.ts'
import { userName } from '../kit/parts/small-parts.tsx'
import { callEntity, invalidateEntity } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { type EntryWays, type PhaseWays, usePlanEdits } from '../planning/public.tsx'

type Range = Pick<ConstructionPhase, 'startDate' | 'endDate'>

export function usePhaseEdits(canEdit: boolean) {
  const edits = usePlanEdits(canEdit)
  const { typedAt } = edits
  const phases = useWritten<ConstructionPhase>()
  const records = useWritten<PhaseRecord>()
  const move = (phase: ConstructionPhase, hasChildren: boolean, range: Range, isWhole: boolean) =>
    edits.setRange(phaseActions(phase, hasChildren, phases), range, isWhole)
  const setMonth = (phase: ConstructionPhase, record: PhaseRecord, month: string, hours: number) => {
    const seen = typedAt(record.id, month) ?? spreadHoursByMonth(record, phase).get(month) ?? 0
    return edits.setMonth(entryActions(phase, record, records), month, hours, seen)
  }
  return { ...edits, move, setMonth }
}
export type PhaseEdits = ReturnType<typeof usePhaseEdits>

/** Remembers the rows this user has written, because they may be newer than the rows the page has read. */
function useWritten<T extends { id: number; rowVersion: number }>() {
  const written = useRef(new Map<number, T>())
  return {
    newest(read: T): T {
      const own = written.current.get(read.id)
      return own && own.rowVersion > read.rowVersion ? own : read
    },
    keep(item: T): T {
      written.current.set(item.id, item)
      return item
    },
  }
}
type Written<T extends { id: number; rowVersion: number }> = ReturnType<typeof useWritten<T>>

export const recordPersonName = ({ user, genericName }: PhaseRecord) => (user ? userName(user) : (genericName ?? 'Generic'))

/** Returns hours by month: as entered per month, otherwise spread evenly over working days. */
export const spreadHoursByMonth = ({ hours, allocations }: EntryHours, range: Range): ReadonlyMap<string, number> =>
  new Map(
    spreadOverMonths(toSpreadRecord({ hours: centsOf(hours), allocations }), range).map(({ key, hundredths }) => [key, hundredths / 100]),
  )

const refreshContract = (id: number) => invalidateEntity(callEntity(listPhases), id)
const phasesNow = async (id: number) => (await request(listPhases, { params: { id } })).items

/** Sends only the dates; the row version keeps a concurrent change from being overwritten. */
function phaseActions(phase: ConstructionPhase, hasChildren: boolean, { newest, keep }: Written<ConstructionPhase>): PhaseWays {
  const { id: phaseId, contractId, rowVersion, name } = phase
  return {
    id: phaseId,
    rowVersion,
    name,
    hasChildren,
    async write(range, rowVersion) {
      const was = newest(phase)
      const body = { ...range, startMonth: null, endMonth: null, rowVersion }
      const answer = await request(changePhase, { params: { id: contractId, phaseId }, body })
      return { versions: [keep(answer.phase)], was }
    },
    async now() {
      const now = (await phasesNow(contractId)).find(({ id }) => id === phaseId)
      return now && keep(now)
    },
    refresh: () => refreshContract(contractId),
  }
}

function entryActions(phase: ConstructionPhase, record: PhaseRecord, { newest, keep }: Written<PhaseRecord>): EntryWays {
  const { id: phaseId, contractId } = phase
  const { id: recordId, rowVersion } = record
  async function write({ hours, allocations }: EntryHours, rowVersion: number) {
    const answer = await request(changeRecord, { params: { id: contractId, phaseId, recordId }, body: { hours, allocations, rowVersion } })
    return keep(answer.record)
  }
  const restoreHours =
    (hours: EntryHours, written: PhaseRecord): Change =>
    async () => {
      const now = newest(written)
      const restored = await write(hours, now.rowVersion)
      await refreshContract(contractId)
      return restoreHours(now, restored)
    }
  return {
    recordId,
    rowVersion,
    message: `${recordPersonName(record)}, ${LaborType.label(record.laborType)}`,
    async write({ month, hours }, rowVersion) {
      const before = newest(record)
      const written = await write(withMonth(toSpreadRecord(before), phase, month, hours), rowVersion)
      return { rowVersion: written.rowVersion, undo: restoreHours(before, written) }
    },
    async now(month) {
      const now = (await phasesNow(contractId)).flatMap(({ records }) => records).find(({ id }) => id === recordId)
      const known = now ? keep(now) : newest(record)
      return { rowVersion: known.rowVersion, hours: spreadHoursByMonth(known, phase).get(month) ?? 0 }
    },
    refresh: () => refreshContract(contractId),
  }
}
