import type { RowOf, WriteValues } from '../../model/kit/resource.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { spaces as spacesModel } from '../../model/spaces/spaces.ts'
import { statusMoves } from '../../model/spaces/status-moves.ts'
import type { HeldProduct } from '../catalog/public.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, conflict, HttpError, notFound } from '../kit/request/errors.ts'
import { serve } from '../kit/resource/serve.ts'
import { is } from '../kit/sql/row-types.ts'
import { belowProject, openProject } from '../projects/public.ts'
import { atTemplateField, type HeldTemplate, holdTemplate, refuseUnavailable } from '../templates/public.ts'
import { loadSpaceContents } from './space-contents.ts'
import { copyContents } from './space-copies.ts'
import { fillFromTemplate } from './space-filling.ts'
import { addLines, holdEquipment, makeDefaultGroup } from './space-lines.ts'
import { spacesTable } from './spaces-tables.ts'

/** Source of the copy being created, by request context. */
const copies = new WeakMap<Context, { id: number; isElsewhere: boolean }>()
export async function createCopy(ctx: Context, values: WriteValues<typeof spacesModel>, source: { id: number; isElsewhere: boolean }) {
  copies.set(ctx, source)
  return spaces.create(ctx, values)
}

export const spaces = serve({
  resource: spacesModel,
  table: spacesTable,
  elsewhere: {
    equipment: 'space_equipment, sent with a new space',
    areaGroups: 'area_groups, only in the detail',
    budget: 'only in the detail',
    linesOver: 'only in the detail',
    nextStatuses: 'only in the detail',
    space: 'only for a deleted space: conflicts that prevent its restoration',
    conflicts: 'only for a deleted space: conflicts that prevent its restoration',
  },
  // The restore page also shows spaces of deleted projects, with the project as a conflict.
  scope: (actor, p) => belowProject(actor, p, { evenDeleted: 't.is_deleted' }),
  joins: 'left join projects r_project_id on r_project_id.id = t.project_id',
  computed: {
    project: `json_build_object('id', r_project_id.id, 'name', r_project_id.name, 'number', r_project_id.number)`,
  },
  filters: { groupBy: () => 'true' },
  orders: { project: 'r_project_id.name', building: 'r_building_id.order', level: 'r_level_id.order' },

  async beforeWrite(ctx, values, before) {
    if (before && values.projectId !== before.projectId) throw badRequest({ projectId: ['A space cannot be moved to another project.'] })
    const origin = before ? before.spaceTemplate?.id : undefined
    if (before && values.spaceTemplateId != null && values.spaceTemplateId !== origin)
      throw badRequest({ spaceTemplateId: ['A space keeps the template it was created from.'] })
    let template: HeldTemplate | undefined
    if (!before) {
      template = await holdContents(ctx, values)
      await openProject(ctx, values.projectId).catch(asField('projectId'))
    }
    const buildingId = await findBuildingId(ctx, Number(values.projectId), Number(values.levelId))
    if (before) return { buildingId, spaceTemplateId: origin ?? null }
    return { buildingId, complexity: values.complexity ?? template?.defaultComplexity }
  },
  async afterWrite(ctx, row, values, before) {
    if (before) return
    const space = { id: row.id, projectId: Number(values.projectId), name: values.name ?? '', status: SpaceStatus.Created }
    const copied = copies.get(ctx)
    copies.delete(ctx)
    if (copied) return copyContents(ctx, copied.id, space, copied.isElsewhere)
    const { template, equipment } = held.get(ctx) ?? { equipment: new Map<number, HeldProduct>() }
    held.delete(ctx)
    if (template) await fillFromTemplate(ctx, space, template)
    const group = template ? null : await makeDefaultGroup(ctx, space)
    const lines = values.equipment ?? []
    await addLines(
      ctx,
      template?.contents.lines.length ? { ...space, status: SpaceStatus.InProgress } : space,
      equipment,
      lines.map((line, index) => ({ line: { ...line, areaGroupId: line.areaGroupId ?? group }, at: `equipment[${index}].` })),
    )
  },
  async detail(ctx, row) {
    const mayMove = ctx.actor.held.has('Projects.Update')
    const contents = ctx.actor.held.has('ProjectEquipment.View') ? await loadSpaceContents(ctx, row) : {}
    return { ...contents, nextStatuses: [...statusMoves[row.status]], actions: mayMove ? ['SetStatus'] : [] }
  },
  async beforeRestore(ctx, row) {
    const blocked = await findRestoreConflicts(ctx, row)
    if (blocked.includes('project')) throw conflict('The project is deleted.')
    await openProject(ctx, row.projectId)
    if (blocked.includes('level')) throw conflict(`The level ${row.level.name} is deleted.`)
  },
  projectIdOf: (row) => row.projectId,
})

export async function spacePage(ctx: Context, id: number): Promise<RowOf<typeof spacesModel>> {
  return spaces.detailed(ctx, await spaces.get(ctx, id))
}

/** Equipment and template locked before the project, retained until the lines are written. */
const held = new WeakMap<Context, { template?: HeldTemplate; equipment: Map<number, HeldProduct> }>()

async function holdContents(
  ctx: Context,
  { spaceTemplateId, equipment }: WriteValues<typeof spacesModel>,
): Promise<HeldTemplate | undefined> {
  const ids = (equipment ?? []).map((line) => line.equipmentId)
  const template = spaceTemplateId ? await holdTemplate(ctx, spaceTemplateId, ids).catch(atTemplateField) : undefined
  if (template) refuseUnavailable(template, 'spaceTemplateId')
  held.set(ctx, { template, equipment: ids.length > 0 ? await holdEquipment(ctx, ids) : new Map() })
  return template
}

/** Turns a 404 for an id in the body into a validation error of its field, with the same message. */
const asField = (field: string) => (error: unknown) => {
  const isMissing = error instanceof HttpError && error.status === 404
  throw isMissing ? badRequest({ [field]: [error.said.message ?? ''] }) : error
}

async function findBuildingId(ctx: Context, projectId: number, levelId: number): Promise<number> {
  const [level] = await ctx.rows(
    { buildingId: is.number },
    'select building_id from levels where id = $1 and project_id = $2 and not is_deleted',
    [levelId, projectId],
  )
  if (!level) throw badRequest({ levelId: ['Level not found.'] })
  return level.buildingId
}

export async function findRestoreConflicts(ctx: Context, space: { id: number }): Promise<string[]> {
  const [found] = await ctx.rows(
    { name: is.boolean, spaceNumber: is.boolean, level: is.boolean, project: is.boolean },
    `select exists (select from spaces o where o.project_id = s.project_id and not o.is_deleted and dna_key(o.name) = dna_key(s.name)) as name,
       exists (select from spaces o where o.level_id = s.level_id and not o.is_deleted and dna_key(o.space_number) = dna_key(s.space_number)) as "spaceNumber",
       l.is_deleted as level, p.is_deleted as project
     from spaces s join levels l on l.id = s.level_id join projects p on p.id = s.project_id where s.id = $1`,
    [space.id],
  )
  if (!found) throw notFound('Space')
  return Object.entries(found).flatMap(([key, isInTheWay]) => (isInTheWay ? key : []))
}
