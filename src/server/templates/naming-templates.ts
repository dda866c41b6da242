import { ProjectVariableType } from '../../model/projects/enums.ts'
import { evaluateName, exampleOf, type NamingContext } from '../../model/templates/naming.ts'
import { evaluateNaming, namingTemplates as of } from '../../model/templates/naming-templates.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context, Row } from '../kit/request/context.ts'
import { inUse, invalid } from '../kit/request/errors.ts'
import { answer, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { namingTemplatesTable } from './templates-tables.ts'

export const namingTemplates = serve({
  of,
  table: namingTemplatesTable,
  beforeWrite: async (_ctx, { segments }) => (segments ? { example: exampleOf(segments) } : undefined),

  async beforeDelete(ctx, { id, name }) {
    const [used] = await ctx.rows(
      `select count(distinct p.id)::int as projects from project_variables v join living_projects p on p.id = v.project_id
       where v.type = ${ProjectVariableType.of.NamingTemplate} and v.value = to_jsonb($1::bigint)`,
      [id],
    )
    if (used!.projects > 0) throw inUse(name, 'projects', used!.projects)
  },
})

/** Each id of the context, the words it is refused with, and what it says; names below a project are looked for inside it. */
const sources: [key: string, label: string, sql: (id: string, project: string) => string][] = [
  [
    'spaceId',
    'Space',
    (id, project) =>
      `select s.name as "spaceName", s.space_number as "spaceNumber", s.level as "levelName", s.level_short_name as "levelShortName", s.building as "buildingName", s.building_short_name as "buildingShortName"
       from placed_spaces s where s.id = ${id} and s.project_id = ${project} and not s.is_deleted`,
  ],
  [
    'levelId',
    'Level',
    (id, project) =>
      `select l.name as "levelName", l.short_name as "levelShortName", b.name as "buildingName", b.short_name as "buildingShortName"
       from levels l join buildings b on b.id = l.building_id where l.id = ${id} and l.project_id = ${project} and not l.is_deleted`,
  ],
  [
    'buildingId',
    'Building',
    (id, project) =>
      `select name as "buildingName", short_name as "buildingShortName" from buildings where id = ${id} and project_id = ${project} and not is_deleted`,
  ],
  [
    'categoryId',
    'Category',
    (id, project) =>
      `select name as "equipmentCategoryName", number as "equipmentCategoryNumber" from categories where id = ${id} and ${project}::bigint is not null and not is_deleted`,
  ],
]

/** What a name is made of there: of the space, else of the level, else of the building. */
async function contextOf(ctx: Context, given: Row): Promise<NamingContext> {
  const p = new Params()
  const [project] = await ctx.rows(
    `select c.name as "clientName", c.abbreviated_name as "clientAbbreviatedName" from living_projects pr left join clients c on c.id = pr.client_id
     where pr.id = ${p.add(given.projectId)} and visible(pr)`,
    p.values,
  )
  if (!project) throw invalid({ 'context.projectId': ['Project not found.'] })
  let known: Row = { ...project, documentType: given.documentType, sequence: given.sequence }
  for (const [key, label, sql] of sources) {
    if (given[key] == null) continue
    const [found] = await ctx.rows(sql('$1', '$2'), [given[key], given.projectId])
    if (!found) throw invalid({ [`context.${key}`]: [`${label} not found.`] })
    known = { ...found, ...known }
  }
  return known
}

async function evaluate(ctx: Context, { segments, id, context }: Row) {
  if (!segments && id === null) throw invalid({ segments: ['Say which segments or which naming template.'] })
  const template = segments ? undefined : await namingTemplates.find(ctx, id)
  if (!segments && !template) throw invalid({ id: ['Naming template not found.'] })
  return evaluateName(segments ?? template!.segments, await contextOf(ctx, context))
}

export const namingRoutes: Route[] = [answer(evaluateNaming, (ctx, { body }) => evaluate(ctx, body))]

/** The two every installation begins with. */
export async function makeNamingTemplates(ctx: Context) {
  const [known] = await ctx.rows('select exists (select from naming_templates) as filled')
  if (known!.filled) return
  const text = (value: string) => ({ type: 'Text', value, padding: null })
  const part = (type: string, padding: number | null = null) => ({ type, value: null, padding })
  const first = [
    ['Type-Sequence', [part('DocumentType'), text('-'), part('Sequence', 3)]],
    [
      'Type-Building.Level-Space',
      [part('DocumentType'), text('-'), part('BuildingShortName'), text('.'), part('LevelShortName'), text('-'), part('SpaceNumber')],
    ],
  ] as const
  await ctx.rows(
    'insert into naming_templates (name, segments, example) select name, segments, example from jsonb_to_recordset($1) as x(name text, segments jsonb, example text)',
    [JSON.stringify(first.map(([name, segments]) => ({ name, segments, example: exampleOf(segments as never) })))],
  )
}
