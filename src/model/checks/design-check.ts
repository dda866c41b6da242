import { call, fileTaskShape, nothing, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, decimal, id, instant, integer, longText, optional, pattern, text } from '../kit/field.ts'
import { literalField, namedShape, object, objects, personField } from '../kit/response-fields.ts'
import { messages } from '../kit/rules.ts'
import { designRules } from './design-rules.ts'

/** Most severe first. */
export const grades = ['error', 'warning', 'info'] as const
export type Grade = (typeof grades)[number]

const placeShape = {
  space: optional(object('Space', { ...namedShape, spaceNumber: optional(text('Number')) })),
  rackId: optional(id('Rack')),
  label: text('Label'),
  link: text('Link'),
}
export type FindingPlace = ValuesOf<typeof placeShape>
/** The measured value and its limit, which is a maximum or, with `isLeast`, a minimum. */
const figureShape = { value: decimal('Value'), limit: decimal('Limit'), unit: text('Unit'), isLeast: boolean('At least') }
export type FindingFigure = ValuesOf<typeof figureShape>
const foundShape = {
  /** Stable across checks for the same finding. */
  key: text('Key'),
  rule: literalField('Rule', ...designRules),
  grade: literalField('Grade', ...grades),
  text: text('Text'),
  source: text('Source'),
  where: object('Where', placeShape),
  figure: optional(object('Figure', figureShape)),
}
/** Result of a rule. `data` contains all input of the finding: a waiver is valid only while it is unchanged. */
export interface Found extends ValuesOf<typeof foundShape> {
  data: readonly (string | number | boolean | null)[]
}
const findingShape = {
  ...foundShape,
  waivedBy: optional(personField('Waived by')),
  waiveDate: optional(instant('Waived')),
  reason: optional(longText('Reason')),
}
export type Finding = ValuesOf<typeof findingShape>

const loadShape = { id: id('Circuit'), amps: decimal('Amps'), mostAmps: decimal('Most amps') }
export type CircuitLoad = ValuesOf<typeof loadShape>

export const exportFindings = call({
  method: 'GET',
  path: '/projects/:id/DesignCheck/Export',
  permission: 'ProjectEquipment.View',
  summary: 'Export the findings as a workbook to the download center',
  response: shape(fileTaskShape),
  status: 202,
})

const findingKey = pattern('Finding', /^[a-z0-9.-]+$/, messages.unknown, { min: 3, max: 120 })

const countsShape = { error: integer('Errors'), warning: integer('Warnings'), info: integer('Info'), waived: integer('Waived') }
export const designCheck = call({
  method: 'GET',
  path: '/projects/:id/DesignCheck',
  permission: 'ProjectEquipment.View',
  summary: 'List the design check findings of a project, worst first; waived findings are marked',
  response: shape({
    findings: objects('Findings', findingShape),
    counts: object('Counts', countsShape),
    circuits: objects('Loads of the circuits', loadShape),
    spacesCount: integer('Spaces'),
  }),
})
export const waiveFinding = call({
  method: 'POST',
  path: '/projects/:id/DesignCheck/Waive',
  permission: 'ProjectEquipment.Update',
  summary: 'Waive a finding with a reason, until its figures change',
  body: { key: findingKey, reason: longText('Reason', { min: 1, max: 1000 }) },
  response: nothing,
  status: 204,
})
export const restoreFinding = call({
  method: 'DELETE',
  path: '/projects/:id/DesignCheck/Waive/:key',
  params: { key: findingKey },
  permission: 'ProjectEquipment.Update',
  summary: 'Reopen a waived finding',
  response: nothing,
})

export function countFindings(findings: readonly Pick<Finding, 'grade' | 'waivedBy'>[]): ValuesOf<typeof countsShape> {
  const counts = { error: 0, warning: 0, info: 0, waived: 0 }
  for (const { grade, waivedBy } of findings) counts[waivedBy ? 'waived' : grade]++
  return counts
}
