import { ProjectVariableType } from '../../model/projects/enums.ts'
import type { NamingSegmentType } from '../../model/templates/enums.ts'
import { evaluateName, exampleName, type NamingContext, type NamingSegment } from '../../model/templates/naming.ts'
import { evaluateNaming, namingTemplates as namingTemplatesModel } from '../../model/templates/naming-templates.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, inUseConflict } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, onlyRow, orNull } from '../kit/sql/row-types.ts'
import { namingTemplatesTable } from './templates-tables.ts'

export const namingTemplates = serve({
  resource: namingTemplatesModel,
  table: namingTemplatesTable,
  beforeWrite: async (_ctx, { segments }) => (segments ? { example: exampleName(segments) } : undefined),

  async beforeDelete(ctx, { id, name }) {
    const used = await ctx.rows(
      { projects: is.number, documents: is.number },
      `select (select count(distinct p.id)::int from project_variables v join living_projects p on p.id = v.project_id
         where v.type = ${ProjectVariableType.NamingTemplate} and v.value = to_jsonb($1::bigint)) as projects,
         (select count(*)::int from living_documents d where d.naming_template_id = $1) as documents`,
      [id],
    )
    const { projects, documents } = onlyRow(used)
    if (projects > 0) throw inUseConflict(name, 'projects', projects)
    if (documents > 0) throw inUseConflict(name, 'drawing documents', documents)
  },
})

type Evaluated = HandlerRequest<typeof evaluateNaming>['body']
interface Source {
  key: 'spaceId' | 'levelId' | 'buildingId' | 'categoryId'
  label: string
  find(ctx: Context, id: number, projectId: number): Promise<NamingContext[]>
}

const buildingWords = { buildingName: is.text, buildingShortName: orNull(is.text) }
const levelWords = { levelName: is.text, levelShortName: orNull(is.text), ...buildingWords }

const sources: Source[] = [
  {
    key: 'spaceId',
    label: 'Space',
    find: (ctx, id, projectId) =>
      ctx.rows(
        { spaceName: is.text, spaceNumber: orNull(is.text), ...levelWords },
        `select s.name as "spaceName", s.space_number, s.level as "levelName", s.level_short_name,
           s.building as "buildingName", s.building_short_name
         from placed_spaces s where s.id = $1 and s.project_id = $2 and not s.is_deleted`,
        [id, projectId],
      ),
  },
  {
    key: 'levelId',
    label: 'Level',
    find: (ctx, id, projectId) =>
      ctx.rows(
        levelWords,
        `select l.name as "levelName", l.short_name as "levelShortName", b.name as "buildingName", b.short_name as "buildingShortName"
         from levels l join buildings b on b.id = l.building_id where l.id = $1 and l.project_id = $2 and not l.is_deleted`,
        [id, projectId],
      ),
  },
  {
    key: 'buildingId',
    label: 'Building',
    find: (ctx, id, projectId) =>
      ctx.rows(
        buildingWords,
        `select name as "buildingName", short_name as "buildingShortName" from buildings where id = $1 and project_id = $2 and not is_deleted`,
        [id, projectId],
      ),
  },
  {
    key: 'categoryId',
    label: 'Category',
    find: (ctx, id) =>
      ctx.rows(
        { equipmentCategoryName: is.text, equipmentCategoryNumber: is.number },
        `select name as "equipmentCategoryName", number as "equipmentCategoryNumber" from categories where id = $1 and not is_deleted`,
        [id],
      ),
  },
]

/** Values for evaluating a name, from the space, else the level, else the building. */
export async function namingContext(ctx: Context, input: Evaluated['context']): Promise<NamingContext> {
  const [project] = await ctx.rows(
    { clientName: orNull(is.text), clientAbbreviatedName: orNull(is.text) },
    `select c.name as "clientName", c.abbreviated_name as "clientAbbreviatedName" from living_projects pr left join clients c on c.id = pr.client_id
     where pr.id = $1 and visible(pr)`,
    [input.projectId],
  )
  if (!project) throw badRequest({ 'context.projectId': ['Project not found.'] })
  let known: NamingContext = { ...project, documentType: input.documentType, sequence: input.sequence }
  for (const { key, label, find } of sources) {
    const id = input[key]
    if (id === null) continue
    const [found] = await find(ctx, id, input.projectId)
    if (!found) throw badRequest({ [`context.${key}`]: [`${label} not found.`] })
    known = { ...found, ...known }
  }
  return known
}

async function evaluateTemplateName(ctx: Context, { segments, id, context }: Evaluated) {
  if (!segments && id === null) throw badRequest({ segments: ['Enter segments or choose a naming template.'] })
  const named = segments ?? (await namingTemplates.find(ctx, id))?.segments
  if (!named) throw badRequest({ id: ['Naming template not found.'] })
  return evaluateName(named, await namingContext(ctx, context))
}

export const namingRoutes: Route[] = [defineRoute(evaluateNaming, (ctx, { body }) => evaluateTemplateName(ctx, body))]

export async function makeNamingTemplates(ctx: Context) {
  if ((await ctx.run('select from naming_templates limit 1')) > 0) return
  const text = (value: string): NamingSegment => ({ type: 'Text', value, padding: null })
  const part = (type: NamingSegmentType, padding: number | null = null): NamingSegment => ({ type, value: null, padding })
  const first: [name: string, segments: NamingSegment[]][] = [
    ['Type-Sequence', [part('DocumentType'), text('-'), part('Sequence', 3)]],
    [
      'Type-Building.Level-Space',
      [part('DocumentType'), text('-'), part('BuildingShortName'), text('.'), part('LevelShortName'), text('-'), part('SpaceNumber')],
    ],
  ]
  await ctx.insertMany(
    namingTemplatesTable,
    first.map(([name, segments]) => ({ name, segments, example: exampleName(segments) })),
  )
}
