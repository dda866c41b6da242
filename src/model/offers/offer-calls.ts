import { call, row, shape, standardCalls } from '../kit/call.ts'
import { id, integer, longText, optional, pattern, uuid } from '../kit/field.ts'
import { messages } from '../kit/rules.ts'
import { balanceRows, planningMonth } from './moved-hours.ts'
import { offerStepNames, offerSteps } from './offer-steps.ts'
import { resourceOffers } from './resource-offers.ts'

const { list, query, counts, export: exported } = standardCalls(resourceOffers)

const direction = optional(pattern('Direction', /^(toMe|fromMe)$/, messages.unknown, { max: 10, hint: 'toMe or fromMe' }))
export const ownOffers = {
  list: { ...list, query: { ...list.query, direction } },
  query: { ...query, query: { ...query.query, direction } },
  counts: { ...counts, query: { ...counts.query, direction } },
  export: exported && { ...exported, query: { ...exported.query, direction } },
}

export const offerStepCalls = offerStepNames.map((step) => ({
  step,
  call: call({
    method: 'PUT',
    path: `/resourceOffers/:id/${step}`,
    permission: offerSteps[step].permission,
    summary: `${offerSteps[step].label} an offer`,
    body: { comment: optional(longText('Comment')), rowVersion: optional(integer('Row version', { min: 1 })) },
    response: row(resourceOffers),
  }),
}))

export const readOfferBalance = call({
  method: 'GET',
  path: '/resourceOffers/Balance',
  permission: 'ResourceOffers.Create',
  summary: 'Get the hours of a project that can be offered, assigned and unassigned, with what remains',
  query: { projectId: id('Project'), userId: optional(uuid('From')), from: planningMonth('First month'), to: planningMonth('Last month') },
  response: shape({ rows: balanceRows }),
})
