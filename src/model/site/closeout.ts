import { call, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, integer } from '../kit/field.ts'
import { object } from '../kit/response-fields.ts'
import { ObservationSeverity, ObservationState, RfiState, SubmittalState, TestResult } from './enums.ts'

const openObservations = {
  note: integer('Notes'),
  minor: integer('Minor'),
  major: integer('Major'),
  safety: integer('Safety'),
}
const closeoutShape = {
  openObservations: object('Open observations', openObservations),
  testsFailed: integer('Failed tests'),
  testsMissing: integer('Tests not made'),
  submittalsNotClosed: integer('Submittals not closed'),
  rfisOpen: integer('RFIs open'),
  /** Nothing is open. The project can be closed anyway, after a warning. */
  canClose: boolean('Nothing is open'),
}
export type Closeout = ValuesOf<typeof closeoutShape>

export const readCloseout = call({
  method: 'GET',
  path: '/projects/:id/Closeout',
  permission: 'ProjectNotes.View',
  summary: 'Get what is open before a project can be closed',
  response: shape(closeoutShape),
})

interface Standing {
  observations: readonly { severity: ObservationSeverity; state: ObservationState }[]
  tests: readonly { result: TestResult }[]
  submittals: readonly { state: SubmittalState }[]
  rfis: readonly { state: RfiState }[]
}

/** Counts what is not finished. An observation is open until the consultant has closed it, an RFI until it is answered. */
export function closeoutOf({ observations, tests, submittals, rfis }: Standing): Closeout {
  const { Note, Minor, Major, Safety } = ObservationSeverity
  const open = observations.filter(({ state }) => state !== ObservationState.Closed)
  const openOf = (severity: ObservationSeverity) => open.filter((row) => row.severity === severity).length
  return withVerdict({
    openObservations: { note: openOf(Note), minor: openOf(Minor), major: openOf(Major), safety: openOf(Safety) },
    testsFailed: tests.filter(({ result }) => result === TestResult.Fail).length,
    testsMissing: tests.filter(({ result }) => result === TestResult.NotTested).length,
    submittalsNotClosed: submittals.filter(({ state }) => state !== SubmittalState.Closed).length,
    rfisOpen: rfis.filter(({ state }) => state === RfiState.Open).length,
  })
}

export function withVerdict(counts: Omit<Closeout, 'canClose'>): Closeout {
  const { openObservations, ...others } = counts
  return { ...counts, canClose: [...Object.values(openObservations), ...Object.values(others)].every((count) => count === 0) }
}
