import { call, mergePatch, page, row, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { choice, id, instant, integer, optional, set, text, uuid } from '../kit/field.ts'
import { arrayField, object, personField } from '../kit/response-fields.ts'
import { VerificationCategory } from '../templates/enums.ts'
import { itemKeyField } from '../templates/verification-templates.ts'
import { ObservationState, TestResult } from './enums.ts'
import { observations } from './observations.ts'
import { fileIdSet, observationOfTest, testResultFields } from './site-calls.ts'

const testSpace = { id: id(), number: optional(text('Number')), name: text('Name') }
const testObservation = { id: id(), number: text('Number'), state: choice('State', ObservationState) }

const testFields = {
  id: id(),
  spaceId: id('Space'),
  space: object('Space', testSpace),
  itemKey: text('Key'),
  name: text('Test'),
  category: choice('Category', VerificationCategory),
  method: optional(text('Method')),
  expected: optional(text('Expected')),
  unit: optional(text('Unit')),
  result: choice('Result', TestResult),
  measured: optional(text('Measured')),
  note: optional(text('Note')),
  fileIds: arrayField('Photos', uuid('File')),
  tester: optional(personField('Tester')),
  testDate: optional(instant('Tested')),
  observation: optional(object('Observation', testObservation)),
  rowVersion: integer('Row version'),
}
export type VerificationTest = ValuesOf<typeof testFields>
const verificationTest = shape(testFields)

const params = { spaceId: id('Space'), itemKey: itemKeyField() }

export const readVerification = call({
  method: 'GET',
  path: '/projects/:id/Verification',
  permission: 'ProjectNotes.View',
  summary: 'List the verification tests of a project by space, in the order of the templates',
  query: {
    spaceIds: optional(set('Spaces', id('Space'))),
    results: optional(set('Results', choice('Result', TestResult))),
  },
  response: page(verificationTest),
})

export const saveTestResult = mergePatch({
  path: '/projects/:id/Verification/:spaceId/:itemKey',
  params,
  permission: 'ProjectNotes.Update',
  summary: 'Set the result of a verification test',
  body: { ...testResultFields, fileIds: fileIdSet('Photos'), rowVersion: optional(integer('Row version', { min: 1 })) },
  response: verificationTest,
})

export const observeFailedTest = call({
  method: 'POST',
  path: '/projects/:id/Verification/:spaceId/:itemKey/Observation',
  params,
  permission: 'ProjectNotes.Create',
  summary: 'Create an observation from a failed test',
  body: observationOfTest,
  response: row(observations),
  status: 201,
})

export const fillVerification = call({
  method: 'POST',
  path: '/projects/:id/Verification/Fill',
  permission: 'ProjectNotes.Create',
  summary: 'Copy tests of the templates to spaces that lack them',
  response: shape({ created: integer('Created') }),
})
