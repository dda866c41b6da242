import { ProjectStage } from '../../model/projects/enums.ts'
import { isReadOnlyStage } from '../../model/projects/stages.ts'
import type { UndoPart } from '../activity/public.ts'
import { Params } from '../kit/entity/rows.ts'
import { is } from '../kit/sql/row-types.ts'
import { seesProject } from '../projects/public.ts'

/** Documents can be undone only while their project is open. */
export const documentUndo: UndoPart = {
  entity: 'drawingDocuments',
  async hold(ctx, rows, isLocking) {
    const ids = [...new Set(rows.map(({ projectId }) => projectId))]
    const p = new Params()
    const projects = await ctx.rows(
      { id: is.number, stage: is.choice(ProjectStage) },
      `select t.id, t.stage from living_projects t where t.id = any(${p.add(ids)}) and ${seesProject(ctx.actor, p)} order by t.id`,
      p.values,
    )
    if (isLocking)
      await ctx.run('select id from drawing_documents where id = any($1) order by id for update', [rows.map(({ id }) => Number(id))])
    const stages = new Map(projects.map(({ id, stage }) => [id, stage]))
    const refused = new Map<string, string>()
    for (const { id, projectId } of rows) {
      const stage = projectId === null ? undefined : stages.get(projectId)
      if (stage === undefined) refused.set(id, 'The project no longer exists.')
      else if (isReadOnlyStage(stage)) refused.set(id, 'The project is closed.')
    }
    return refused
  },
}
