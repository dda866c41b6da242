import { call, row, shape } from '../kit/call.ts'
import { id, integer, longText, optional, uuid } from '../kit/field.ts'
import { balanceRows, planningMonth } from './moved-hours.ts'
import { shiftRequests } from './shift-requests.ts'
import { shiftStepNames, shiftSteps } from './shift-steps.ts'

export const shiftStepCalls = shiftStepNames.map((step) => ({
  step,
  call: call({
    method: 'PUT',
    path: `/resourceShiftRequests/:id/${step}`,
    permission: shiftSteps[step].permission,
    summary: `${shiftSteps[step].label} a shift request`,
    body: { comment: optional(longText('Comment')), rowVersion: optional(integer('Row version', { min: 1 })) },
    response: row(shiftRequests),
  }),
}))

export const readShiftBalance = call({
  method: 'GET',
  path: '/resourceShiftRequests/Balance',
  permission: 'ResourceShiftRequests.Create',
  summary: 'Get the hours of a project that can be shifted, assigned and unassigned, with what remains',
  query: { projectId: id('Project'), userId: optional(uuid('For')), from: planningMonth('First month'), to: planningMonth('Last month') },
  response: shape({ rows: balanceRows }),
})
