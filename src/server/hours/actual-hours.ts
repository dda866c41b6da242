import { actualHours as actualHoursModel } from '../../model/hours/actual-hours.ts'
import { HoursSource } from '../../model/hours/enums.ts'
import { centsOf } from '../../model/kit/money.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict } from '../kit/request/errors.ts'
import { serve } from '../kit/resource/serve.ts'
import { belowProject } from '../projects/public.ts'
import { dayLimitProblems, lockHoursOf } from './day-limit.ts'
import { actualHoursTable } from './hours-tables.ts'
import { requireMayWrite, seenOfOthers } from './seen-hours.ts'
import { checkPlaces } from './worked-projects.ts'

/** Hours from Tempo can only be changed in Tempo. */
const fromTempo = 'These hours come from Tempo. Change them there.'

export const actualHours = serve({
  resource: actualHoursModel,
  table: actualHoursTable,
  computed: {
    phase: {
      sql: `(select json_build_object('id', ph.id, 'name', ph.name, 'type', ph.type) from planned_phases ph where ph.id = t.phase_id)`,
      order: '(select ph.name from planned_phases ph where ph.id = t.phase_id)',
    },
  },
  scope(actor, p) {
    const types = seenOfOthers(actor)
    const own = `t.user_id = ${p.add(actor.userId)}::uuid`
    const seen = types.length === 0 ? own : `(${own} or t.labor_type = any(${p.add(types)}::smallint[]))`
    return `${seen} and ${belowProject(actor, p)}`
  },
  async beforeWrite(ctx, values, before) {
    if (before?.source === HoursSource.Tempo) throw conflict(fromTempo)
    for (const userId of [before?.user.id, values.userId]) if (userId) requireMayWrite(ctx, userId)
    await checkDayLimit(ctx, values, before)
    if (values.projectId === undefined) return undefined
    const [place] = await checkPlaces(ctx, [
      { projectId: values.projectId, contractId: values.contractId ?? null, phaseId: values.phaseId ?? null },
    ])
    if (place && Object.keys(place.problems).length > 0) throw badRequest(place.problems)
    return { contractId: place?.contractId ?? null }
  },
  async beforeDelete(ctx, row) {
    if (row.source === HoursSource.Tempo) throw conflict(fromTempo)
    requireMayWrite(ctx, row.user.id)
  },
  projectIdOf: (row) => row.project.id,
})

interface HoursValues {
  userId?: string
  date?: string
  hours?: number
}

/** Hours stored before the limit existed can still be lowered. */
async function checkDayLimit(
  ctx: Context,
  values: HoursValues,
  before: { id: number; date: string; hours: number; user: { id: string } } | null,
) {
  const userId = values.userId ?? before?.user.id
  const date = values.date ?? before?.date
  const hours = values.hours ?? before?.hours
  if (userId === undefined || date === undefined || hours === undefined) return
  if (before?.user.id === userId && before.date === date && hours <= before.hours) return
  await lockHoursOf(ctx, userId)
  const [problem] = await dayLimitProblems(ctx, [{ userId, date, hundredths: centsOf(hours) }], before ? [before.id] : [])
  if (problem) throw badRequest({ hours: [problem] })
}

export const workedPhases = `select h.contract_id, h.phase_id, sum(h.hours)::bigint as hundredths from actual_hours h where not h.is_deleted group by 1, 2`
