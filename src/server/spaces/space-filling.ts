import { dollarsOf } from '../../model/kit/money.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { type HeldTemplate, keepVersion } from '../templates/public.ts'
import { makeLines, takeVersion } from './many-spaces.ts'
import type { SpaceInHand } from './open-space.ts'
import { addLines } from './space-lines.ts'
import { writeStatus } from './space-status.ts'

/** Creates template groups the space lacks by name. Returns the space's group for each template group. */
async function takeGroups(ctx: Context, space: SpaceInHand, { contents }: HeldTemplate): Promise<Map<number, number>> {
  await ctx.run(
    `insert into area_groups (project_id, space_id, name, "order", notes, created_by_id, updated_by_id)
     select $1, $2, x.name, x.ordinality + coalesce((select max("order") from area_groups where space_id = $2 and not is_deleted), 0), x.notes, $4, $4
     from rows from (jsonb_to_recordset($3) as (name text, notes text)) with ordinality x
     where not exists (select from area_groups g where g.space_id = $2 and not g.is_deleted and dna_key(g.name) = dna_key(x.name)) order by x.ordinality`,
    [space.projectId, space.id, JSON.stringify(contents.groups), ctx.actor.userId || null],
  )
  const pairs = await ctx.rows(
    { theirs: is.number, own: is.number },
    `select x.id as theirs, g.id as own from jsonb_to_recordset($2) as x(id bigint, name text)
     join area_groups g on g.space_id = $1 and not g.is_deleted and dna_key(g.name) = dna_key(x.name)`,
    [space.id, JSON.stringify(contents.groups)],
  )
  return new Map(pairs.map(({ theirs, own }) => [theirs, own]))
}

/** Fills a new space from the template and stores its version. */
export async function fillFromTemplate(ctx: Context, space: SpaceInHand, template: HeldTemplate) {
  const groups = await takeGroups(ctx, space, template)
  await makeLines(
    ctx,
    inGroups(template, groups).map((line) => ({ ...line, projectId: space.projectId, spaceId: space.id })),
  )
  await takeVersion(ctx, [space.id], await keepVersion(ctx, template.id))
  if (template.contents.lines.length > 0) await writeStatus(ctx, space, SpaceStatus.InProgress)
}

const inGroups = ({ contents }: HeldTemplate, groups: Map<number, number>) =>
  contents.lines.map((line) => ({ ...line, areaGroupId: line.areaGroupId === null ? null : (groups.get(line.areaGroupId) ?? null) }))

/** Adds template contents to the space; equal lines merge, and the space keeps its original template. */
export async function addContents(ctx: Context, space: SpaceInHand, template: HeldTemplate): Promise<number[]> {
  const groups = await takeGroups(ctx, space, template)
  const linesToAdd = inGroups(template, groups).map(({ id: _, unitPriceOverride, ...line }) => ({
    line: { ...line, unitPriceOverride: dollarsOf(unitPriceOverride) },
    at: '',
  }))
  return addLines(ctx, space, template.equipment, linesToAdd)
}
