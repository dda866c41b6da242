import { LaborType } from '../access/enums.ts'
import { PhaseRecordType } from '../contracts/enums.ts'
import { call, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, date, defaulted, hours, id, integer, list, name, optional, text, user } from '../kit/field.ts'
import { centsOf } from '../kit/money.ts'
import { object, objects } from '../kit/response-fields.ts'
import type { Permission } from '../permissions.ts'
import { boardEntryDetail, boardPhase } from './boards.ts'
import { type DateRange, type SpreadRecord, spreadOverMonths } from './spread.ts'
import { monthField } from './work-schedules.ts'

/** Edits on the Small Board itself. The contract's rules apply: locks, rates, and hours used by amendments. */
const onBoard: readonly Permission[] = ['SmallBoard.View', 'SmallBoard.ViewEntryDetails']
/** Version the client saw; an outdated one is rejected with 409 and the current state in `current`. */
const version = { rowVersion: integer('Row version', { min: 1 }) }
const entryParams = { recordId: id('Entry') }

const edited = {
  entry: boardEntryDetail,
  contractRowVersion: integer('Row version of the contract'),
}

/** Hours of a record as entered: the total, and months if they override the spread by working days. Undo writes this shape. */
const entryHours = {
  hours: hours('Hours', { min: -99_999.99 }),
  allocations: defaulted(list('Months', { month: monthField('Month'), hours: hours('Hours', { min: -99_999.99 }) }, { max: 121 }), []),
}
export type EntryHours = ValuesOf<typeof entryHours>

/** Other months stay unchanged, so the record's total changes by the difference. */
export const setEntryMonth = call({
  method: 'PUT',
  path: '/boards/SmallBoard/:id/Entries/:recordId/Month',
  params: entryParams,
  permission: { all: [...onBoard, 'ProjectContracts.ConstructionPhasesUpdate'] },
  summary: 'Set the hours of an entry in a month',
  body: { month: monthField('Month'), hours: hours('Hours'), ...version },
  response: shape({ ...edited, before: object('Before', entryHours) }),
})
/** Without months, the hours are spread by working days again. */
export const setEntryHours = call({
  method: 'PUT',
  path: '/boards/SmallBoard/:id/Entries/:recordId/Hours',
  params: entryParams,
  permission: { all: [...onBoard, 'ProjectContracts.ConstructionPhasesUpdate'] },
  summary: 'Set the total hours of an entry',
  body: { ...entryHours, ...version },
  response: shape({ ...edited, before: object('Before', entryHours) }),
})
export const addEntry = call({
  method: 'POST',
  path: '/boards/SmallBoard/:id/Phases/:phaseId/Entries',
  params: { phaseId: id('Phase') },
  permission: { all: [...onBoard, 'ProjectContracts.ConstructionPhasesCreate'] },
  summary: 'Add hours for a person or a labor type to a phase',
  body: {
    type: defaulted(choice('Kind', PhaseRecordType), PhaseRecordType.AssignedUser),
    userId: optional(user('Person')),
    genericName: optional(name('Name', { min: 1, max: 60 })),
    laborType: optional(choice('Labor type', LaborType)),
    ...entryHours,
    note: optional(text('Note')),
  },
  response: shape(edited),
  status: 201,
})
export const removeEntry = call({
  method: 'DELETE',
  path: '/boards/SmallBoard/:id/Entries/:recordId',
  params: entryParams,
  permission: { all: [...onBoard, 'ProjectContracts.ConstructionPhasesDelete'] },
  summary: 'Delete an entry',
  query: version,
  response: shape({ contractRowVersion: edited.contractRowVersion }),
  status: 200,
})

const phaseRange = { phaseId: id('Phase'), startDate: date('Start'), endDate: date('End') }
export const movePhase = call({
  method: 'PUT',
  path: '/boards/SmallBoard/:id/Phases/:phaseId/Range',
  params: { phaseId: id('Phase') },
  permission: { all: ['SmallBoard.View', 'ProjectContracts.ConstructionPhasesUpdate'] },
  summary: 'Move a phase or one of its edges; phases of whole months snap to months',
  body: {
    startDate: date('Start'),
    endDate: date('End'),
    /** Shifts children by the same number of days, or of months for children of whole months. */
    moveChildren: defaulted(boolean('Move the children with the phase'), false),
    /** Shifts monthly hours by as many months as the start. Without it, hours outside the new range reject the move. */
    moveHours: defaulted(boolean('Move the hours with the phase'), false),
    ...version,
  },
  /** The phase first, then its moved children; `before` has the same order. */
  response: shape({
    phases: objects('Phases', boardPhase),
    before: objects('Before', phaseRange),
    contractRowVersion: edited.contractRowVersion,
  }),
})

/** Returns the hours of a record with one month changed; months without hours are omitted. */
export function withMonth(record: SpreadRecord, range: DateRange, month: string, hours: number): EntryHours {
  const months = new Map(spreadOverMonths(record, range).map(({ key, hundredths }) => [key, hundredths]))
  months.set(month, centsOf(hours))
  const nonZero = [...months].filter(([, hundredths]) => hundredths !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    hours: nonZero.reduce((sum, [, hundredths]) => sum + hundredths, 0) / 100,
    allocations: nonZero.map(([key, hundredths]) => ({ month: key, hours: hundredths / 100 })),
  }
}
