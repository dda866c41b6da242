import { call, nothing, requestedFile, shape } from '../kit/call.ts'
import type { UserRef } from '../kit/description.ts'
import { integer, json, longText, pattern } from '../kit/field.ts'
import { messages } from '../kit/rules.ts'
import type { DesignRule } from './design-rules.ts'

/** The worst first. */
export const grades = ['error', 'warning', 'info'] as const
export type Grade = (typeof grades)[number]

/** Where a finding is put right. */
export interface FindingPlace {
  space: { id: number; name: string; spaceNumber: string | null } | null
  rackId: number | null
  label: string
  link: string
}
/** What was found against what may be, or must be at least. */
export interface FindingFigure {
  value: number
  limit: number
  unit: string
  isLeast: boolean
}
/** What a rule has to say. `data` is all of what it looked at: a waiver holds while they are the same. */
export interface Found {
  /** The same for the same thing at each check. */
  key: string
  rule: DesignRule
  grade: Grade
  text: string
  source: string
  where: FindingPlace
  figure: FindingFigure | null
  data: readonly (string | number | boolean | null)[]
}
export interface Finding extends Omit<Found, 'data'> {
  /** Who accepted it as it is, and why; nothing while it is open. */
  waivedBy: UserRef | null
  waiveDate: string | null
  reason: string | null
}

/** What a circuit carries; on the page of its space. */
export interface CircuitLoad {
  id: number
  amps: number
  mostAmps: number
}

export const exportFindings = call({
  method: 'GET',
  path: '/projects/:id/DesignCheck/Export',
  permission: 'ProjectEquipment.View',
  summary: 'Export the findings as a workbook to the download center',
  answer: shape(requestedFile),
  status: 202,
})

const findingKey = pattern('Finding', /^[a-z0-9.-]+$/, messages.unknown, { min: 3, max: 120 })

export const designCheck = call({
  method: 'GET',
  path: '/projects/:id/DesignCheck',
  permission: 'ProjectEquipment.View',
  summary: 'List the design check findings of a project, worst first; waived findings are marked',
  answer: shape({
    findings: json<Finding[]>('Findings'),
    /** Open findings by grade, and those that are waived. */
    counts: json<FindingCounts>('Counts'),
    circuits: json<CircuitLoad[]>('Loads of the circuits'),
    spacesCount: integer('Spaces'),
  }),
})
interface FindingCounts {
  error: number
  warning: number
  info: number
  waived: number
}

export const waiveFinding = call({
  method: 'POST',
  path: '/projects/:id/DesignCheck/Waive',
  permission: 'ProjectEquipment.Update',
  summary: 'Waive a finding with a reason, until its figures change',
  body: { key: findingKey, reason: longText('Reason', { min: 1, max: 1000 }) },
  answer: nothing,
  status: 204,
})
export const restoreFinding = call({
  method: 'DELETE',
  path: '/projects/:id/DesignCheck/Waive/:key',
  params: { key: findingKey },
  permission: 'ProjectEquipment.Update',
  summary: 'Reopen a waived finding',
  answer: nothing,
})

export function countsOf(findings: readonly Pick<Finding, 'grade' | 'waivedBy'>[]): FindingCounts {
  const counts: FindingCounts = { error: 0, warning: 0, info: 0, waived: 0 }
  for (const { grade, waivedBy } of findings) counts[waivedBy ? 'waived' : grade]++
  return counts
}
