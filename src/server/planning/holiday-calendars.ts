import { holidayCalendars as holidayCalendarsModel } from '../../model/planning/holiday-calendars.ts'
import { proposeHolidays } from '../../model/planning/holiday-proposal.ts'
import { federalHolidays } from '../../model/planning/us-holidays.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, inUseConflict } from '../kit/request/errors.ts'
import { defineRoute } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is } from '../kit/sql/row-types.ts'
import { holidayCalendarsTable } from './planning-tables.ts'

const keepers = (calendar: string) => `(select count(*)::int from working_times w where w.holiday_calendar_id = ${calendar})`

const twice = 'This day is listed twice.'

export const holidayCalendars = serve({
  resource: holidayCalendarsModel,
  table: holidayCalendarsTable,
  computed: { daysCount: 'jsonb_array_length(t.days)', usersCount: keepers('t.id') },

  async beforeWrite(ctx, values, before) {
    if (before?.isDefault && values.isDefault === false)
      throw conflict(`${before.name} is the firm's calendar. Make another calendar the firm's instead.`)
    if (values.isDefault && !before?.isDefault) await resignFirmCalendar(ctx)
    if (!values.days) return undefined
    const dates = values.days.map(({ date }) => date)
    const again = dates.flatMap((date, index) => (dates.indexOf(date) < index ? [index] : []))
    if (again.length > 0) throw badRequest(Object.fromEntries(again.map((at) => [`days[${at}].date`, [twice]])))
    return { days: values.days.toSorted((a, b) => (a.date < b.date ? -1 : 1)) }
  },

  async beforeDelete(ctx, calendar) {
    if (calendar.isDefault) throw conflict(`${calendar.name} is the firm's calendar and cannot be deleted.`)
    const [counted] = await ctx.rows({ count: is.number }, `select ${keepers('$1')} as count`, [calendar.id])
    if (counted && counted.count > 0) throw inUseConflict(calendar.name, 'users', counted.count)
  },
})

/** Only proposes federal holidays; the user selects those to copy. */
export const holidayProposal = defineRoute(proposeHolidays, async (_, { query }) => ({
  items: federalHolidays(query.year).map(({ date, name }) => ({ date, name })),
}))

/** Clears the default flag of the current firm calendar, because a new default replaces it. */
async function resignFirmCalendar(ctx: Context) {
  const current = { isDefault: true, isDeleted: false }
  const resigned = await ctx.update(holidayCalendarsTable, current, { isDefault: false }, { returning: ['id', 'name'] })
  await recordAudit(
    ctx,
    resigned.map(({ id, name }) => ({
      action: 'Update' as const,
      entity: holidayCalendarsModel.entity,
      entityId: id,
      entityName: name,
      before: { isDefault: true },
      after: { isDefault: false },
    })),
  )
}

/** Ensures a default calendar exists, for people without their own. */
export async function makeFirmCalendar(ctx: Context) {
  await ctx.run(
    `insert into holiday_calendars (name, is_default) select 'Company holidays', true where not exists (select from holiday_calendars where not is_deleted)`,
  )
}
