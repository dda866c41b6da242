import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import {
  type AddedByAlternate,
  type AlternateItem,
  alternates as alternatesModel,
  chooseAlternate,
  type ExternalAlternate,
  externalAlternates,
  externalChooseAlternate,
} from '../../model/papers/alternates.ts'
import { AlternateKind } from '../../model/papers/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, checkVersion, conflict, notFound } from '../kit/request/errors.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import {
  belowProject,
  checkStage,
  getOpened,
  holdProject,
  installationSql,
  openProject,
  projects,
  seesFromOutside,
} from '../projects/public.ts'
import { spacesOfAreaGroups } from '../spaces/public.ts'
import { alternatesTable } from './paper-tables.ts'

export type Alternate = RowOf<typeof alternatesModel>

const hardwareSql = (isLeftOut: string, isOwnerFurnished: string, amount: string) =>
  `case when ${isLeftOut} or (${isOwnerFurnished} and p.excludes_owner_furnished) then 0 else ${amount} end`
const addedAmount = `x.quantity * coalesce(round(x."unitPriceOverride" * 100)::bigint, e.msrp_price)`
/** Cents of hardware and installation by the rules of the opinion of probable cost, as in `costOfLine` of the model. */
const differenceSql = `(case when t.applied_date is not null then t.applied_difference else (
  coalesce((select sum(${hardwareSql('false', `e.provider = '${ProviderCode.FBO}'`, addedAmount)}
      + case when e.installer = '${InstallerCode.IBO}' then 0 else ${installationSql(addedAmount, 'p.installation_factor')} end)
    from jsonb_to_recordset(t.added) as x("equipmentId" bigint, quantity integer, "unitPriceOverride" numeric)
      join products e on e.id = x."equipmentId" join living_projects p on p.id = t.project_id), 0)
  - coalesce((select sum(${hardwareSql('a.is_existing', 'a.is_owner_furnished', 'a.amount')} + case when a.is_owner_installed then 0 else a.installation end)
    from line_amounts a join living_projects p on p.id = a.project_id where a.id = any(t.line_ids) and a.project_id = t.project_id), 0))::bigint end)`

export const alternates = serve({
  resource: alternatesModel,
  table: alternatesTable,
  parent: () => projects,
  open: openProject,
  scope: (actor, p) =>
    actor.isExternal
      ? `exists (select from living_projects lp where lp.id = t.project_id and ${seesFromOutside(actor, p, 'lp', 'show_prices')})`
      : belowProject(actor, p),
  computed: { difference: { sql: differenceSql, order: differenceSql } },
  elsewhere: { items: 'only in the detail' },
  async beforeWrite(ctx, values, before, projectId) {
    if (before?.appliedDate) throw conflict('An applied alternate cannot be changed. Undo its change set first.')
    const merged = {
      kind: values.kind ?? before?.kind ?? AlternateKind.Add,
      lineIds: values.lineIds ?? before?.lineIds ?? [],
      added: values.added ?? before?.added ?? [],
    }
    checkParts(merged)
    const id = before?.projectId ?? projectId
    if (values.lineIds) await checkLines(ctx, id, values.lineIds, before?.lineIds ?? [])
    if (values.added) await checkAdded(ctx, id, values.added, before?.added ?? [])
    if (before?.isChosen && values.lineIds) await checkFree(ctx, { ...before, lineIds: values.lineIds })
    return undefined
  },
  async beforeDelete(_ctx, { appliedDate }) {
    if (appliedDate) throw conflict('An applied alternate cannot be deleted. Undo its change set first.')
  },
  detail: async (ctx, row) => ({ items: await loadItems(ctx, row) }),
  projectIdOf: ({ projectId }) => projectId,
})

function checkParts({ kind, lineIds, added }: Pick<Alternate, 'kind' | 'lineIds' | 'added'>) {
  const problems: Record<string, string[]> = {}
  if (kind === AlternateKind.Add && lineIds.length > 0) problems.lineIds = ['An alternate that adds has no lines to leave out.']
  if (kind !== AlternateKind.Add && lineIds.length === 0) problems.lineIds = ['Select at least one line.']
  if (kind === AlternateKind.Omit && added.length > 0) problems.added = ['An alternate that omits adds nothing.']
  if (kind !== AlternateKind.Omit && added.length === 0) problems.added = ['Add at least one product.']
  if (Object.keys(problems).length > 0) throw badRequest(problems)
}

async function checkLines(ctx: Context, projectId: number, lineIds: readonly number[], before: readonly number[]) {
  const found = await ctx.rows({ id: is.number }, 'select l.id from living_lines l where l.id = any($1) and l.project_id = $2', [
    lineIds,
    projectId,
  ])
  const known = new Set([...found.map(({ id }) => id), ...before])
  const missing = lineIds.findIndex((id) => !known.has(id))
  if (missing >= 0) throw badRequest({ [`lineIds[${missing}]`]: ['Equipment line not found.'] })
}

async function checkAdded(ctx: Context, projectId: number, added: readonly AddedByAlternate[], before: readonly AddedByAlternate[]) {
  const rows = await ctx.rows(
    { space: is.boolean, equipment: is.boolean },
    `select exists (select from placed_spaces s where s.id = x.space and s.project_id = $1 and not s.is_deleted) as space,
       exists (select from products e where e.id = x.product and not e.is_deleted) as equipment
     from rows from (unnest($2::bigint[]), unnest($3::bigint[])) with ordinality as x(space, product, at) order by x.at`,
    [projectId, added.map(({ spaceId }) => spaceId), added.map(({ equipmentId }) => equipmentId)],
  )
  const groups = await spacesOfAreaGroups(
    ctx,
    added.flatMap(({ areaGroupId }) => areaGroupId ?? []),
  )
  const known = new Set(before.map((item) => JSON.stringify([item.spaceId, item.areaGroupId, item.equipmentId])))
  const problems: Record<string, string[]> = {}
  for (const [index, { space, equipment }] of rows.entries()) {
    const item = added[index]
    if (item && known.has(JSON.stringify([item.spaceId, item.areaGroupId, item.equipmentId]))) continue
    if (!space) problems[`added[${index}].spaceId`] = ['Space not found.']
    else if (item && item.areaGroupId !== null && groups.get(item.areaGroupId) !== item.spaceId)
      problems[`added[${index}].areaGroupId`] = ['Area group not found.']
    if (!equipment) problems[`added[${index}].equipmentId`] = ['Equipment not found.']
  }
  if (Object.keys(problems).length > 0) throw badRequest(problems)
}

/** Throws if a chosen alternate has one of the lines. The project is locked, so two choices cannot pass each other. */
async function checkFree(ctx: Context, { id, projectId, lineIds }: Pick<Alternate, 'id' | 'projectId' | 'lineIds'>) {
  const [other] = await ctx.rows(
    { code: is.text, name: is.text },
    `select code, name from alternates where project_id = $1 and id <> $2 and is_chosen and applied_date is null and not is_deleted and line_ids && $3::bigint[]
     order by code limit 1`,
    [projectId, id, lineIds],
  )
  if (other)
    throw conflict(`The chosen alternate ${other.code} (${other.name}) has one of these lines. A line can belong to one chosen alternate.`)
}

const itemShape = {
  isAdded: is.boolean,
  lineId: orNull(is.number),
  spaceId: is.number,
  space: is.text,
  number: orNull(is.text),
  manufacturer: orNull(is.text),
  model: is.text,
  quantity: is.number,
}
async function loadItems(ctx: Context, { id }: Pick<Alternate, 'id'>): Promise<AlternateItem[]> {
  const rows = await ctx.rows(
    itemShape,
    `select x.is_added, x.line_id, s.id as space_id, s.name as space, s.space_number as number, e.manufacturer, e.model, x.quantity
     from (select false as is_added, l.id as line_id, l.at, n.space_id, n.equipment_id, n.quantity from alternates t cross join unnest(t.line_ids) with ordinality l(id, at)
         join stored_lines n on n.id = l.id where t.id = $1
       union all select true, null, a.at, (a.item->>'spaceId')::bigint, (a.item->>'equipmentId')::bigint, (a.item->>'quantity')::int
         from alternates t cross join jsonb_array_elements(t.added) with ordinality a(item, at) where t.id = $1) x
       join placed_spaces s on s.id = x.space_id join products e on e.id = x.equipment_id
     order by x.is_added, x.at`,
    [id],
  )
  return rows.map(({ spaceId, space, number, ...item }) => ({ ...item, space: { id: spaceId, name: space, number } }))
}

/** The caller has locked the project. */
async function choose(ctx: Context, row: Alternate, { isChosen, rowVersion }: { isChosen: boolean; rowVersion: number | null }) {
  await checkVersion(row, rowVersion, `${row.code} has`, () => alternates.detailed(ctx, row))
  if (row.appliedDate) throw conflict(`${row.code} has been applied. Undo its change set first.`)
  if (row.isChosen === isChosen) return row
  if (isChosen) await checkFree(ctx, row)
  const [person] = await ctx.rows({ name: is.text }, `select concat_ws(' ', first_name, last_name) as name from people where id = $1`, [
    ctx.actor.userId,
  ])
  const columns = { isChosen, chosenDate: isChosen ? new Date().toISOString() : null, chosenBy: isChosen ? (person?.name ?? null) : null }
  return alternates.update(
    ctx,
    row.id,
    {},
    { columns, title: isChosen ? 'Chosen' : 'Choice taken back', parentId: row.projectId, action: 'StateChange' },
  )
}

async function openedPrices(ctx: Context, projectId: number) {
  const opened = await getOpened(ctx, projectId)
  if (!opened.prices) throw notFound('Alternates')
  return opened
}

const toExternal = (row: Alternate, items: AlternateItem[]): ExternalAlternate => ({
  id: row.id,
  code: row.code,
  name: row.name,
  description: row.description,
  kind: row.kind,
  difference: row.difference,
  isChosen: row.isChosen,
  isApplied: row.appliedDate !== null,
  items,
  rowVersion: row.rowVersion,
})

export const alternateRoutes: Route[] = [
  defineRoute(chooseAlternate, async (ctx, { params, body }) => {
    await openProject(ctx, params.id)
    return choose(ctx, await alternates.get(ctx, params.itemId, { parentId: params.id, lock: true }), body)
  }),
  defineRoute(externalAlternates, async (ctx, { params }) => {
    const opened = await openedPrices(ctx, params.id)
    const { items } = await alternates.list(ctx, {}, { parentId: params.id, isWhole: true })
    const shown: ExternalAlternate[] = []
    for (const row of items) shown.push(toExternal(row, opened.equipment ? await loadItems(ctx, row) : []))
    return { items: shown }
  }),
  defineRoute(externalChooseAlternate, async (ctx, { params, body }) => {
    const opened = await openedPrices(ctx, params.id)
    await alternates.get(ctx, params.alternateId, { parentId: params.id })
    checkStage('contents', 'Change', (await holdProject(ctx, params.id)).stage)
    const row = await choose(ctx, await alternates.get(ctx, params.alternateId, { parentId: params.id, lock: true }), body)
    return toExternal(row, opened.equipment ? await loadItems(ctx, row) : [])
  }),
]
