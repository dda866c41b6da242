import { createHash } from 'node:crypto'
import { ObservationSeverity, ObservationState } from '../../model/site/enums.ts'
import { readSiteBundle, type SiteBundle } from '../../model/site/site-bundle.ts'
import type { Context } from '../kit/request/context.ts'
import { CustomResponse } from '../kit/request/custom-response.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { companySql, getProject, responsibleOfProject } from '../projects/public.ts'
import { asWalked } from '../spaces/public.ts'
import { loadTests } from './verification.ts'

async function loadBundle(ctx: Context, projectId: number): Promise<SiteBundle> {
  const { id, name, number } = await getProject(ctx, projectId)
  const spaces = await ctx.rows(
    { id: is.number, name: is.text, number: orNull(is.text), level: is.text, building: is.text },
    `select s.id, s.name, s.space_number as number, s.level, s.building from placed_spaces s
     where s.project_id = $1 and not s.is_deleted order by ${asWalked('s')}`,
    [projectId],
  )
  const units = await ctx.rows(
    { id: is.number, label: is.text, spaceId: is.number },
    `select u.id, u.label, u.space_id from living_units u where u.project_id = $1 order by u.label collate natural_order, u.id`,
    [projectId],
  )
  const observations = await ctx.rows(
    {
      id: is.number,
      number: is.text,
      title: is.text,
      spaceId: orNull(is.number),
      unitId: orNull(is.number),
      severity: is.choice(ObservationSeverity),
      state: is.choice(ObservationState),
      dueDate: orNull(is.date),
      company: orNull(is.text),
    },
    `select t.id, t.number, t.title, t.space_id, t.unit_id, t.severity, t.state, t.due_date, ${companySql('t')}->>'name' as company
     from observations t where t.project_id = $1 and not t.is_deleted and t.state <> ${ObservationState.Closed} order by t.number collate natural_order, t.id`,
    [projectId],
  )
  const people = await ctx.rows(
    { id: is.uuid, name: is.text },
    `select i.id, i.first_name || ' ' || i.last_name as name from people i join living_projects p on p.id = $1
     where i.id in (p.project_manager_id, p.associate_consultant_id) or i.id in (select a.user_id from people_on_contracts a where a.project_id = p.id)
     order by name, i.id`,
    [projectId],
  )
  const tests = (await loadTests(ctx, projectId)).map(({ spaceId, itemKey, name, category, method, expected, unit, result, measured }) => ({
    spaceId,
    itemKey,
    name,
    category,
    method,
    expected,
    unit,
    result,
    measured,
  }))
  const plans = await ctx.rows(
    { id: is.number, name: is.text, fileId: is.uuid, fileName: is.text },
    'select p.id, p.name, p.file_id, p.file_name from living_plans p where p.project_id = $1 order by p.name collate natural_order, p.id',
    [projectId],
  )
  const companies = await responsibleOfProject(ctx, projectId)
  // Without a signature, so that the bundle and its ETag stay the same until a plan changes.
  const mayView = ctx.actor.held.has('DrawingDocuments.View')
  const shown = (mayView ? plans : []).map((plan) => ({
    id: plan.id,
    name: plan.name,
    url: `/api/files/${plan.fileId}/${encodeURIComponent(plan.fileName)}`,
  }))
  return { project: { id, name, number }, spaces, units, observations, tests, companies, people, plans: shown }
}

export const bundleRoutes: Route[] = [
  defineRoute(readSiteBundle, async (ctx, { params }) => {
    const bundle = JSON.stringify(await loadBundle(ctx, params.id))
    // Weak, because the response may be compressed.
    const etag = `W/"${createHash('sha256').update(bundle).digest('base64url').slice(0, 22)}"`
    return new CustomResponse((reply) => {
      reply.header('cache-control', 'private, no-cache').header('etag', etag)
      if (reply.request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(bundle)
    })
  }),
]
