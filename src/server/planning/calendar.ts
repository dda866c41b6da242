import { ConstructionPhaseType, ContractStatus } from '../../model/contracts/enums.ts'
import { DocumentState } from '../../model/drawings/enums.ts'
import { addMonths, firstDayOf, lastDayOf, monthOf } from '../../model/kit/dates.ts'
import { fullName } from '../../model/kit/names.ts'
import { seenLaborTypes } from '../../model/planning/boards.ts'
import { readCalendar } from '../../model/planning/calendar.ts'
import { AbsenceKind } from '../../model/planning/enums.ts'
import { overlappingRange, rangeOfMonth, spreadOverMonths, toSpreadRecord } from '../../model/planning/spread.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { allocationsIn } from '../contracts/public.ts'
import type { Context } from '../kit/request/context.ts'
import { CustomResponse } from '../kit/request/custom-response.ts'
import { notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { listSiteDueDates } from '../site/public.ts'
import { calendarText, type DayEvent } from '../tools/icalendar.ts'

const [monthsBack, monthsAhead] = [3, 18]

interface Span {
  startDate: string
  endDate: string
}

/** The user's hours in approved contracts per month and phase, as My Board shows them. */
async function loadPlannedMonths(ctx: Context, span: Span): Promise<DayEvent[]> {
  const { held, userId } = ctx.actor
  if (!held.has('MyBoard.View') || !held.has('MyBoard.ViewEntryDetails')) return []
  const { Opportunity, Active } = ProjectStage
  const rows = await ctx.rows(
    {
      id: is.number,
      hours: is.number,
      allocations: allocationsIn,
      startDate: is.date,
      endDate: is.date,
      type: is.choice(ConstructionPhaseType),
      phase: is.text,
      projectId: is.number,
      project: is.text,
      number: orNull(is.text),
    },
    `select r.id, r.hours, r.allocations, ph.start_date, ph.end_date, ph.type, ph.name as phase,
       p.id as "projectId", p.name as project, p.number
     from planned_records r join planned_phases ph on ph.id = r.phase_id join planned_contracts c on c.id = r.contract_id
       join living_projects p on p.id = c.project_id
     where r.user_id = $1 and c.status = ${ContractStatus.Approved} and p.stage in (${Opportunity}, ${Active}) and visible(p)
       and r.labor_type = any($2::smallint[]) and ph.end_date >= $3::date and ph.start_date <= $4::date order by r.id`,
    [userId, seenLaborTypes('MyBoard', held), span.startDate, span.endDate],
  )
  return rows.flatMap((row) =>
    spreadOverMonths(toSpreadRecord(row), row).flatMap(({ key: month, hundredths }) => {
      const days = overlappingRange(rangeOfMonth(month), row)
      if (!days || hundredths <= 0 || !overlappingRange(days, span)) return []
      const hours = `${(hundredths / 100).toLocaleString('en-US')} h`
      const name = row.phase || ConstructionPhaseType.get(row.type).longLabel
      return {
        uid: `record-${row.id}-${month}@dna`,
        from: days.startDate,
        to: days.endDate,
        title: `${[row.number, row.project].filter(Boolean).join(' ')}: ${name}, ${hours}`,
        url: `${ctx.services.publicUrl()}/projects/${row.projectId}`,
        isFree: true,
      }
    }),
  )
}

async function loadDueDocuments(ctx: Context, span: Span): Promise<DayEvent[]> {
  if (!ctx.actor.held.has('DrawingDocuments.View')) return []
  const { Completed, Cancelled, Archived } = DocumentState
  const rows = await ctx.rows(
    { id: is.number, number: orNull(is.text), title: is.text, dueDate: is.date, projectId: is.number, project: is.text },
    `select d.id, d.number, d.title, d.due_date, p.id as "projectId", p.name as project
     from living_documents d join living_projects p on p.id = d.project_id
     where d.assigned_user_id = $1 and d.due_date between $2::date and $3::date and d.state not in (${Completed}, ${Cancelled}, ${Archived}) and visible(p)
     order by d.id`,
    [ctx.actor.userId, span.startDate, span.endDate],
  )
  return rows.map(({ id, number, title, dueDate, projectId, project }) => ({
    uid: `document-${id}@dna`,
    from: dueDate,
    to: dueDate,
    title: `Due: ${[number, title].filter(Boolean).join(' ')}`,
    text: project,
    url: `${ctx.services.publicUrl()}/projects/${projectId}/drawing-documents`,
    isFree: true,
  }))
}

async function loadAbsences(ctx: Context, span: Span): Promise<DayEvent[]> {
  const rows = await ctx.rows(
    { id: is.number, fromDate: is.date, toDate: is.date, fromHalf: is.boolean, toHalf: is.boolean, kind: is.choice(AbsenceKind) },
    `select id, from_date, to_date, from_half, to_half, kind from absences
     where user_id = $1 and not is_deleted and to_date >= $2::date and from_date <= $3::date order by id`,
    [ctx.actor.userId, span.startDate, span.endDate],
  )
  return rows.map(({ id, fromDate, toDate, fromHalf, toHalf, kind }) => ({
    uid: `absence-${id}@dna`,
    from: fromDate,
    to: toDate,
    title: AbsenceKind.label(kind),
    text: [fromHalf && 'From noon of the first day.', toHalf && 'Until noon of the last day.'].filter(Boolean).join(' '),
  }))
}

async function loadSiteDates(ctx: Context, span: Span): Promise<DayEvent[]> {
  const due = await listSiteDueDates(ctx, span)
  return due.map(({ kind, id, number, title, dueDate, project, link }) => ({
    uid: `${kind}-${id}@dna`,
    from: dueDate,
    to: dueDate,
    title: `Due: ${number} ${title}`,
    text: project,
    url: `${ctx.services.publicUrl()}${link}`,
    isFree: true,
  }))
}

async function createCalendar(ctx: Context) {
  if (!ctx.actor.userId) throw notFound('Calendar')
  const month = monthOf(new Date().toISOString())
  const span = { startDate: firstDayOf(addMonths(month, -monthsBack)), endDate: lastDayOf(addMonths(month, monthsAhead)) }
  const events = [
    ...(await loadPlannedMonths(ctx, span)),
    ...(await loadDueDocuments(ctx, span)),
    ...(await loadSiteDates(ctx, span)),
    ...(await loadAbsences(ctx, span)),
  ]
  const text = calendarText(`DNA: ${fullName(ctx.actor)}`, events)
  return new CustomResponse((reply) =>
    reply.type('text/calendar; charset=utf-8').header('content-disposition', 'inline; filename="dna.ics"').send(text),
  )
}

export const calendarRoutes: Route[] = [defineRoute(readCalendar, createCalendar)]
