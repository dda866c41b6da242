import { plans } from '../../model/plans/plans.ts'
import { invalidate, invalidateEntity } from '../kit/request/call.ts'

/** Reloads plans and what is on them. */
export const refreshPlans = () =>
  Promise.all([
    invalidateEntity(plans.entity),
    invalidate({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith('/projects/:id/Plans') }),
  ])
