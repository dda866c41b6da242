import { addYears } from '../../model/kit/dates.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { absences as absencesModel, changeAbsence, createAbsence, readAbsences, removeAbsence } from '../../model/planning/absences.ts'
import { type Away, capacityOver, countedDays, describeAbsence, isAnyTime, overlaps } from '../../model/planning/working-time.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, forbidden } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { withoutStandardCalls } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow } from '../kit/sql/row-types.ts'
import { absencesTable } from './planning-tables.ts'
import { loadWorkingTimes } from './working-times.ts'

type Absence = RowOf<typeof absencesModel>

export const absences = serve({
  resource: absencesModel,
  table: absencesTable,
  /** Without the permission to view users, a user sees only their own absences. */
  scope: (actor, p) => (actor.held.has('DNAUsers.View') ? undefined : `t.user_id = ${p.add(actor.userId)}`),

  async beforeWrite(ctx, values, before) {
    const { fromDate, toDate, fromHalf = false, toHalf = false } = values
    const userId = values.userId ?? before?.user.id
    if (!fromDate || !toDate || !userId) return undefined
    const away: Away = { fromDate, toDate, fromHalf, toHalf }
    if (toDate < fromDate) throw badRequest({ toDate: ['The last day is before the first.'] })
    if (!isAnyTime(away)) throw badRequest({ toHalf: ['An absence from noon to noon of the same day has no time.'] })
    if (toDate > addYears(fromDate, longestYears)) throw badRequest({ toDate: [`An absence can last ${longestYears} years at most.`] })
    await checkNoOverlap(ctx, userId, away, before?.id ?? null)
    return undefined
  },
})
const longestYears = 5

/** Compares half days. The lock serializes writes per person: two windows must not both find the same day free. */
async function checkNoOverlap(ctx: Context, userId: string, away: Away, ownId: number | null) {
  await ctx.run(`select pg_advisory_xact_lock(hashtext('absences'), hashtext($1))`, [userId])
  const near = await ctx.rows(
    { fromDate: is.date, toDate: is.date, fromHalf: is.boolean, toHalf: is.boolean },
    `select from_date, to_date, from_half, to_half from absences
     where user_id = $1 and from_date <= $2::date and to_date >= $3::date and id is distinct from $4 and not is_deleted order by from_date`,
    [userId, away.toDate, away.fromDate, ownId],
  )
  const other = near.find((item) => overlaps(item, away))
  if (other) throw badRequest({ fromDate: [`There is already an absence: ${describeAbsence(other)}.`] })
}

const mayKeep = (ctx: Context, userId: string) => userId === ctx.actor.userId || ctx.actor.held.has('DNAUsers.Update')

/** Dates are visible to all who may view users. Kind and note are visible only to the person and to users who may edit people. */
function maskAbsence(ctx: Context, absence: Absence): Absence {
  if (mayKeep(ctx, absence.user.id)) return absence
  const seen = { ...absence }
  // Hidden keys are removed, as with a field mask; the type does not model that.
  for (const hidden of ['kind', 'note']) Reflect.deleteProperty(seen, hidden)
  return seen
}

/** Adds the working hours each absence takes; holidays and days off inside it take none. */
async function withHours(ctx: Context, all: readonly Absence[]) {
  const [from, to] = [
    all.map(({ fromDate }) => fromDate).sort()[0],
    all
      .map(({ toDate }) => toDate)
      .sort()
      .at(-1),
  ]
  const userIds = [...new Set(all.map(({ user }) => user.id))]
  const times = from && to ? await loadWorkingTimes(ctx, userIds, from, to) : new Map()
  return all.map((absence) => {
    const time = times.get(absence.user.id) ?? { own: [], firm: [], holidays: [], absences: [] }
    const days = countedDays(absence.fromDate, absence.toDate, 'month')
    const sum = (away: readonly Away[]) =>
      [...capacityOver({ ...time, absences: away }, days).values()].reduce((total, hundredths) => total + hundredths, 0)
    return { ...maskAbsence(ctx, absence), workingHours: (sum([]) - sum([absence])) / 100 }
  })
}

const absenceWithHours = async (ctx: Context, absence: Absence) => onlyRow(await withHours(ctx, [absence]))

/** Reads the absence first, so an invisible one is a 404 and one the user may not change a 403. */
async function findChangeableAbsence(ctx: Context, id: number) {
  const absence = await absences.get(ctx, id)
  if (!mayKeep(ctx, absence.user.id)) throw forbidden('DNAUsers.Update')
  return absence
}

/** Has no standard calls, because every user has absences. */
export const servedAbsences = withoutStandardCalls(absences)
export const absenceRoutes: Route[] = [
  defineRoute(readAbsences, async (ctx, { query: { from, to, userIds } }) => {
    const others = (userIds ?? []).filter((id) => id !== ctx.actor.userId)
    if (others.length > 0 && !ctx.actor.held.has('DNAUsers.View')) throw forbidden('DNAUsers.View')
    const { items } = await absences.list(
      ctx,
      {},
      {
        isWhole: true,
        keys: undefined,
        extra: (_, p) =>
          [
            userIds && `t.user_id = any(${p.add(userIds)}::uuid[])`,
            from && `t.to_date >= ${p.add(from)}::date`,
            to && `t.from_date <= ${p.add(to)}::date`,
          ]
            .filter(Boolean)
            .join(' and ') || undefined,
      },
    )
    return { items: await withHours(ctx, items) }
  }),
  defineRoute(createAbsence, async (ctx, { body }) => {
    const userId = body.userId ?? ctx.actor.userId
    if (!mayKeep(ctx, userId)) throw forbidden('DNAUsers.Update')
    return absenceWithHours(ctx, await absences.create(ctx, { ...body, userId }))
  }),
  defineRoute(changeAbsence, async (ctx, { params, body }) => {
    await findChangeableAbsence(ctx, params.id)
    const { rowVersion, ...values } = body
    return absenceWithHours(ctx, await absences.update(ctx, params.id, values, { rowVersion }))
  }),
  defineRoute(removeAbsence, async (ctx, { params }) => {
    await findChangeableAbsence(ctx, params.id)
    await absences.remove(ctx, params.id)
  }),
]
