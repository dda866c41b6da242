import { SpaceStatus } from '../../model/spaces/enums.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { notFound } from '../kit/request/errors.ts'
import { columnList, is, type RowOfShape } from '../kit/sql/row-types.ts'
import { belowProject, openProject } from '../projects/public.ts'

const opened = {
  id: is.number,
  projectId: is.number,
  levelId: is.number,
  buildingId: is.number,
  name: is.text,
  status: is.choice(SpaceStatus),
  rowVersion: is.number,
}
export type SpaceInHand = Pick<RowOfShape<typeof opened>, 'id' | 'projectId' | 'name' | 'status'>

/** Starts every write in a space: checks access and that the project is open, and locks both until the commit. */
export async function openSpace(ctx: Context, id: unknown) {
  const p = new Params()
  const [seen] = await ctx.rows(
    { projectId: is.number },
    `select t.project_id from spaces t where t.id = ${p.add(id)} and not t.is_deleted and ${belowProject(ctx.actor, p)}`,
    p.values,
  )
  if (!seen) throw notFound('Space')
  const project = await openProject(ctx, seen.projectId)
  const [space] = await ctx.rows(
    opened,
    `select ${columnList(opened, 's')} from spaces s where s.id = $1 and not s.is_deleted for no key update`,
    [id],
  )
  if (!space) throw notFound('Space')
  return { ...space, installationFactor: project.installationFactor }
}
