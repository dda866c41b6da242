import { LaborType } from '../access/enums.ts'
import { PhaseRecordType } from '../contracts/enums.ts'
import { object, objects } from '../kit/answered.ts'
import { call, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, date, defaulted, hours, id, integer, list, name, optional, text, user } from '../kit/field.ts'
import { centsOf } from '../kit/money.ts'
import type { Permission } from '../permissions.ts'
import { boardEntryDetail, boardPhase } from './boards.ts'
import { type DateRange, type SpreadRecord, spreadOverMonths } from './spread.ts'
import { monthField } from './work-schedules.ts'

/** What is changed on the Small Board itself. The contract's own rules hold: its locks, its rates, what amendments use. */
const onBoard: readonly Permission[] = ['SmallBoard.View', 'SmallBoard.ViewEntryDetails']
/** Who asks for the version that was seen; with another one the answer is 409 with `current`, what the thing is by now. */
const version = { rowVersion: integer('Row version', { min: 1 }) }
const entryParams = { recordId: id('Entry') }

/** What an edit answers: enough to show it at once, and to take it back by writing `before` with the new version. */
const edited = {
  entry: boardEntryDetail,
  contractRowVersion: integer('Row version of the contract'),
}

/** Hours of a record as somebody has said them: the sum, and the months where working days do not decide. It is what undoing writes. */
const entryHours = {
  hours: hours('Hours', { min: -99_999.99 }),
  allocations: defaulted(list('Months', { month: monthField('Month'), hours: hours('Hours', { min: -99_999.99 }) }, { max: 121 }), []),
}
export type EntryHours = ValuesOf<typeof entryHours>

/** The months that are not named stay as they are, so the record has more or fewer hours by the difference. */
export const setEntryMonth = call({
  method: 'PUT',
  path: '/boards/SmallBoard/:id/Entries/:recordId/Month',
  params: entryParams,
  permission: { all: [...onBoard, 'ProjectContracts.ConstructionPhasesUpdate'] },
  summary: 'Set the hours of an entry in a month',
  body: { month: monthField('Month'), hours: hours('Hours', { min: -99_999.99 }), ...version },
  response: shape({ ...edited, before: object('Before', entryHours) }),
})
/** Without months the hours are spread by working days again. */
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
/** Takes back an entry that was added. */
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

/** The range of a phase and of the children that went with it. */
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
    /** Children go by the same days. */
    moveChildren: defaulted(boolean('Move the children by the same days'), false),
    /** Hours that were said month by month go by as many months as the start does; else months outside refuse the move. */
    moveHours: defaulted(boolean('Move the hours with the phase'), false),
    ...version,
  },
  /** The phase first, then children that went with it; `before` in the same order. */
  response: shape({
    phases: objects('Phases', boardPhase),
    before: objects('Before', phaseRange),
    contractRowVersion: edited.contractRowVersion,
  }),
})

/** The hours of a record with another figure in one month; months without any are not named. */
export function withMonth(record: SpreadRecord, range: DateRange, month: string, hours: number): EntryHours {
  const months = new Map(spreadOverMonths(record, range).map(({ key, hundredths }) => [key, hundredths]))
  months.set(month, centsOf(hours))
  const kept = [...months].filter(([, hundredths]) => hundredths !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    hours: kept.reduce((sum, [, hundredths]) => sum + hundredths, 0) / 100,
    allocations: kept.map(([key, hundredths]) => ({ month: key, hours: hundredths / 100 })),
  }
}
