import { LaborType } from '../../model/access/enums.ts'
import { ConstructionPhaseType, ContractStatus } from '../../model/contracts/enums.ts'
import { addDays, weekdayOf } from '../../model/kit/dates.ts'
import { spreadOverWeeks } from '../../model/planning/spread.ts'
import { allocationsIn } from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'

const fullDay = 800
const quarter = 25

const planned = {
  id: is.number,
  userId: is.uuid,
  projectId: is.number,
  contractId: is.number,
  phaseId: is.number,
  laborType: is.choice(LaborType),
  hundredths: is.number,
  allocations: allocationsIn,
  startDate: is.date,
  endDate: is.date,
}

/** A person's work pace relative to the plan, derived from the id so that every demo is the same. */
const workPace = (id: number) => 0.75 + ((id * 37) % 50) / 100

/** Enters the hours worked through yesterday, in the phases of approved contracts each person is planned in. */
export async function makeHours(ctx: Context, today: string) {
  const records = await ctx.rows(
    planned,
    `select r.id, r.user_id, c.project_id, c.id as "contractId", ph.id as "phaseId", r.labor_type,
       r.hours as hundredths, r.allocations, ph.start_date, ph.end_date
     from planned_records r join planned_phases ph on ph.id = r.phase_id join planned_contracts c on c.id = r.contract_id
     where r.user_id is not null and r.hours > 0 and c.status = ${ContractStatus.Approved} and ph.type <> ${ConstructionPhaseType.Pause}
       and ph.start_date < $1::date order by r.id`,
    [today],
  )
  const off = await daysOff(ctx)
  const worked = records.flatMap((record) => {
    const { id, hundredths, allocations, startDate, endDate, ...assignment } = record
    const spread = { hundredths, allocations: allocations.map(({ month, hours }) => ({ month, hundredths: Math.round(hours * 100) })) }
    return spreadOverWeeks(spread, record).flatMap(({ key: monday, hundredths: ofWeek }) => {
      const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index)).filter(
        (day) => day < today && day >= startDate && day <= endDate && weekdayOf(day) <= 5 && !off.isOff(record.userId, day),
      )
      // An absent person does not catch up: hours that do not fit into the week are dropped.
      let left = Math.round((ofWeek * workPace(id)) / quarter) * quarter
      return [...days.slice(id % Math.max(days.length, 1)), ...days.slice(0, id % Math.max(days.length, 1))].flatMap((date) => {
        const hours = Math.min(left, fullDay)
        left -= hours
        return hours > 0 ? [{ ...assignment, date, hours }] : []
      })
    })
  })
  await ctx.run(
    `insert into actual_hours (user_id, date, project_id, contract_id, phase_id, labor_type, hours, created_by_id, updated_by_id, create_date, update_date)
     select x."userId", x.date, x."projectId", x."contractId", x."phaseId", x."laborType", x.hours, x."userId", x."userId",
       x.date + interval '17 hours', x.date + interval '17 hours'
     from jsonb_to_recordset($1) as x("userId" uuid, date date, "projectId" bigint, "contractId" bigint, "phaseId" bigint, "laborType" smallint, hours bigint)
     order by x.date`,
    [JSON.stringify(worked)],
  )
}

async function daysOff(ctx: Context) {
  const holidays = await ctx.rows(
    { date: is.text },
    `select d ->> 'date' as date from holiday_calendars h, jsonb_array_elements(h.days) d where h.is_default and not h.is_deleted and (d ->> 'share')::numeric = 1`,
  )
  const away = await ctx.rows(
    { userId: is.uuid, fromDate: is.date, toDate: is.date },
    'select user_id, from_date, to_date from absences where not is_deleted',
  )
  const known = new Set(holidays.map(({ date }) => date))
  return {
    isOff: (userId: string, day: string) =>
      known.has(day) || away.some((item) => item.userId === userId && item.fromDate <= day && day <= item.toDate),
  }
}
