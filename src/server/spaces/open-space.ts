import { Params } from '../kit/entity/rows.ts'
import type { Context, Row } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { belowProject, openProject } from '../projects/public.ts'

/** Begins every write inside a space: it is visible, its project is open, and both are locked until the commit. */
export async function openSpace(ctx: Context, id: unknown): Promise<Row> {
  const p = new Params()
  const [seen] = await ctx.rows(
    `select t.project_id from spaces t where t.id = ${p.add(id)} and not t.is_deleted and ${belowProject(ctx.actor, p)}`,
    p.values,
  )
  if (!seen) throw notFound('Space')
  const project = await openProject(ctx, seen.project_id)
  const [space] = await ctx.rows(
    `select id, project_id as "projectId", level_id as "levelId", building_id as "buildingId", name, status, row_version as "rowVersion"
     from spaces where id = $1 and not is_deleted for no key update`,
    [id],
  )
  if (!space) throw notFound('Space')
  return { ...space, installationFactor: project.installationFactor }
}
