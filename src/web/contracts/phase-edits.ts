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
import { userName } from '../kit/parts/small-parts.tsx'
import { callEntity, invalidateEntity } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { type EntryWays, type PhaseWays, usePlanEdits } from '../planning/public.tsx'

type Range = Pick<ConstructionPhase, 'startDate' | 'endDate'>

export function usePhaseEdits() {
  const edits = usePlanEdits()
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

/** Sends all other fields as they were read, with the row version of that read, so a concurrent change is not overwritten. */
function phaseActions(phase: ConstructionPhase, hasChildren: boolean, { newest, keep }: Written<ConstructionPhase>): PhaseWays {
  const { id: phaseId, contractId, rowVersion, name } = phase
  return {
    id: phaseId,
    rowVersion,
    name,
    hasChildren,
    async write(range, rowVersion) {
      const was = newest(phase)
      const { type, name, parentPhaseId, dateRangeType, discipline, feeType, fee = null, percentComplete } = was
      const plain = { type, name, parentPhaseId, dateRangeType, discipline, feeType, fee, percentComplete }
      const body = { ...plain, ...range, startMonth: null, endMonth: null, rowVersion }
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
    const { type, user, genericName, laborType, sellRate = null, costRate = null, note } = newest(record)
    const plain = { type, userId: user?.id ?? null, genericName, laborType, sellRate, costRate, note }
    const body = { ...plain, hours, allocations, rowVersion }
    const answer = await request(changeRecord, { params: { id: contractId, phaseId, recordId }, body })
    return keep(answer.record)
  }
  return {
    recordId,
    rowVersion,
    message: `${recordPersonName(record)}, ${LaborType.label(record.laborType)}`,
    async write({ month, hours }, rowVersion) {
      const before = newest(record)
      const written = await write(withMonth(toSpreadRecord(before), phase, month, hours), rowVersion)
      return {
        rowVersion: written.rowVersion,
        async undo() {
          await write(before, newest(written).rowVersion)
          await refreshContract(contractId)
        },
      }
    },
    async now(month) {
      const now = (await phasesNow(contractId)).flatMap(({ records }) => records).find(({ id }) => id === recordId)
      const known = now ? keep(now) : newest(record)
      return { rowVersion: known.rowVersion, hours: spreadHoursByMonth(known, phase).get(month) ?? 0 }
    },
    refresh: () => refreshContract(contractId),
  }
}
