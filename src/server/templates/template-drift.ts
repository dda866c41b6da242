import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { dollarsOf, formatUsd } from '../../model/kit/money.ts'
import { ProjectStage } from '../../model/projects/enums.ts'
import { unitMsrpPrice } from '../../model/projects/money.ts'
import { isReadOnlyStage } from '../../model/projects/stages.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { type ComparedField, compareWithTemplate, type Difference, type Line, type Pending } from '../../model/templates/drift.ts'
import type { DriftRow, SpacePush } from '../../model/templates/template-calls.ts'
import { inBatches } from '../kit/entity/audit.ts'
import { Params } from '../kit/entity/rows.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull, type RowOfShape } from '../kit/sql/row-types.ts'
import { belowProject, unitPriceSql } from '../projects/public.ts'
import { heldUnits } from '../spaces/public.ts'
import { readVersions, type TemplateContents } from './open-template.ts'

interface SpaceLine extends Line {
  unitPrice: number
}
const spaceShape = {
  id: is.number,
  name: is.text,
  spaceNumber: orNull(is.text),
  projectId: is.number,
  status: is.choice(SpaceStatus),
  templateVersionId: orNull(is.number),
  equipmentCount: is.number,
  /** Amount in cents, like every sum in the database. */
  totalMsrpPrice: is.number,
  projectName: is.text,
  projectNumber: orNull(is.text),
  stage: is.choice(ProjectStage),
}
export type SpaceOfTemplate = RowOfShape<typeof spaceShape>
export interface Behind {
  space: SpaceOfTemplate
  groups: { id: number; name: string; order: number | null }[]
  lines: SpaceLine[]
  /** Units that cannot be removed from their line. */
  held: { lineId: number; unitIndex: number; label: string }[]
  /** Template version the space was last updated to. */
  base: TemplateContents
  differences: Difference[]
  pending: Pending
}

export type Products = Map<number, { model: string; tag: string; price: number; isAvailable: boolean }>

export async function readBehind(
  ctx: Context,
  template: { id: number; contents: TemplateContents },
  spaceIds: number[],
): Promise<{ behind: Behind[]; products: Products }> {
  const p = new Params()
  const spaces = await ctx.rows(
    spaceShape,
    `select t.id, t.name, t.space_number, t.project_id, t.status, t.template_version_id,
       t.equipment_count, t.total_msrp_price, pr.name as "projectName", pr.number as "projectNumber", pr.stage
     from spaces t join projects pr on pr.id = t.project_id
     where t.id = any(${p.add(spaceIds)}) and t.space_template_id = ${p.add(template.id)} and not t.is_deleted and ${belowProject(ctx.actor, p)} order by t.id`,
    p.values,
  )
  const ids = spaces.map(({ id }) => id)
  const groups = await ctx.rows(
    { id: is.number, spaceId: is.number, name: is.text, order: orNull(is.number) },
    'select id, space_id, name, "order" from area_groups where space_id = any($1) and not is_deleted order by "order", id',
    [ids],
  )
  const lines = await ctx.rows(
    {
      id: is.number,
      spaceId: is.number,
      areaGroupId: orNull(is.number),
      equipmentId: is.number,
      quantity: is.number,
      provider: is.text,
      installer: is.text,
      unitPriceOverride: orNull(is.number),
      isExisting: is.boolean,
      unitPrice: is.number,
    },
    `select l.id, l.space_id, g.id as "areaGroupId", l.equipment_id, l.quantity, l.provider, l.installer, l.unit_price_override,
       l.is_existing, ${unitPriceSql('l', 'e')} as "unitPrice"
     from space_equipment l join equipments e on e.id = l.equipment_id left join area_groups g on g.id = l.area_group_id and not g.is_deleted
     where l.space_id = any($1) and not l.is_deleted order by l.id`,
    [ids],
  )
  const versions = await readVersions(ctx, [...new Set(spaces.flatMap(({ templateVersionId }) => templateVersionId ?? []))])
  const all = [template.contents, ...versions.values()].flatMap((version) => version.lines.map(({ equipmentId }) => equipmentId))
  const products = await loadProducts(ctx, [...new Set([...all, ...lines.map(({ equipmentId }) => equipmentId)])])
  const isAvailable = (id: number) => products.get(id)?.isAvailable === true
  const heldOf = bySpace(await heldUnits(ctx, ids))
  const groupsOf = bySpace(groups)
  const linesOf = bySpace(lines)
  const behind: Behind[] = []
  const compare = (space: SpaceOfTemplate) => {
    const own = { groups: groupsOf(space.id), lines: linesOf(space.id) }
    const base = versions.get(space.templateVersionId ?? 0) ?? template.contents
    behind.push({ space, ...own, held: heldOf(space.id), base, ...compareWithTemplate(base, template.contents, own, isAvailable) })
  }
  await inBatches(spaces, async (some) => some.forEach(compare), spacesAtOnce)
  return { products, behind }
}
/** Spaces compared before other requests may run. */
export const spacesAtOnce = 20

function bySpace<T extends { spaceId: number }>(rows: T[]) {
  const map = new Map<number, Omit<T, 'spaceId'>[]>()
  for (const { spaceId, ...row } of rows) {
    const known = map.get(spaceId)
    if (known) known.push(row)
    else map.set(spaceId, [row])
  }
  return (id: number) => map.get(id) ?? []
}

async function loadProducts(ctx: Context, ids: number[]): Promise<Products> {
  const rows = await ctx.rows(
    { id: is.number, model: is.text, tag: is.text, price: is.number, isAvailable: is.boolean },
    `select id, model, tag, msrp_price as price, not is_deleted and availability <> ${EquipmentAvailability.Deprecated} as "isAvailable" from products where id = any($1)`,
    [ids],
  )
  return new Map(rows.map(({ id, ...product }) => [id, product]))
}

function pushObstacle({ space, held, pending }: Behind): string | null {
  if (isReadOnlyStage(space.stage)) return 'The project is closed.'
  const left = new Map([
    ...pending.removed.map(({ id }) => [id, 0] as const),
    ...pending.changed.map((change) => [change.line.id, lineAfterUpdate(change).quantity] as const),
  ])
  const stuck = held.filter(({ lineId, unitIndex }) => unitIndex > (left.get(lineId) ?? unitIndex))
  return stuck.length > 0 ? `Still in a rack or on a cable: ${listFirstLabels(stuck.map(({ label }) => label))}.` : null
}
const mostNamed = 20
const listFirstLabels = (labels: string[]) => [...labels.slice(0, mostNamed), ...(labels.length > mostNamed ? ['…'] : [])].join(', ')

export function planSpacePush(behind: Behind, products: Products): SpacePush {
  const { space, differences, pending } = behind
  const reason = pushObstacle(behind)
  const before = { equipmentCount: space.equipmentCount, price: space.totalMsrpPrice }
  const after = { ...before }
  const count = (quantity: number, unitPrice: number) => {
    after.equipmentCount += quantity
    after.price += quantity * unitPrice
  }
  const priceOf = (line: Line) => unitMsrpPrice({ ...line, msrpPrice: products.get(line.equipmentId)!.price })
  if (!reason) {
    for (const line of pending.added) count(line.quantity, priceOf(line))
    for (const line of pending.removed) count(-line.quantity, (line as SpaceLine).unitPrice)
    for (const change of pending.changed) {
      const old = change.line as SpaceLine
      const next = lineAfterUpdate(change)
      const isRepriced = change.fields.some((field) => field === 'equipment' || field === 'unitPriceOverride')
      count(-old.quantity, old.unitPrice)
      count(next.quantity, isRepriced ? priceOf(next) : old.unitPrice)
    }
  }
  return {
    id: space.id,
    name: space.name,
    spaceNumber: space.spaceNumber,
    project: { id: space.projectId, name: space.projectName, number: space.projectNumber },
    reason,
    added: pending.added.length + pending.newGroups.length,
    removed: pending.removed.length,
    changed: pending.changed.length + pending.renames.length,
    kept: differences.filter(({ cause, isBlocked }) => cause !== 'template' || isBlocked).length,
    equipmentCount: { before: before.equipmentCount, after: after.equipmentCount },
    totalMsrpPrice: { before: dollarsOf(before.price), after: dollarsOf(after.price) },
  }
}

const columns: Record<ComparedField, keyof Line> = {
  areaGroup: 'areaGroupId',
  equipment: 'equipmentId',
  quantity: 'quantity',
  provider: 'provider',
  installer: 'installer',
  unitPriceOverride: 'unitPriceOverride',
  isExisting: 'isExisting',
}

/** The line after the template's changes; a changed group is still a template group. */
export const lineAfterUpdate = ({ line, to, fields }: Pending['changed'][number]): Line => ({
  ...line,
  ...Object.fromEntries(fields.map((field) => [columns[field], to[columns[field]]])),
})

const labels: Record<ComparedField, string> = {
  areaGroup: 'Area group',
  equipment: 'Equipment',
  quantity: 'Quantity',
  provider: 'Provider',
  installer: 'Installer',
  unitPriceOverride: 'Agreed unit price',
  isExisting: 'Existing',
}

export function driftRows({ groups, differences }: Behind, base: TemplateContents, now: TemplateContents, products: Products): DriftRow[] {
  const nameIn = (all: readonly { id: number; name: string }[], id: number | null | undefined) =>
    all.find((group) => group.id === id)?.name ?? null
  const shownOf = (line: Line | undefined, field: ComparedField, all: readonly { id: number; name: string }[]): string | null => {
    if (!line) return null
    if (field === 'areaGroup') return nameIn(all, line.areaGroupId) ?? 'No Area Group'
    if (field === 'equipment') return products.get(line.equipmentId)!.model
    if (field === 'isExisting') return line.isExisting ? 'Yes' : 'No'
    if (field === 'unitPriceOverride')
      return line.unitPriceOverride === null ? 'Catalog price' : formatUsd(dollarsOf(line.unitPriceOverride))
    return String(line[field])
  }
  const rows = differences.map((difference): DriftRow => {
    const { kind, cause, isBlocked = false, base: was, template, space, group, spaceGroup } = difference
    const shown = space ?? template ?? was
    const product = shown && products.get(shown.equipmentId)!
    const fields = (difference.fields ?? []).map(({ field, cause }) => ({
      field,
      label: labels[field],
      cause,
      was: shownOf(was, field, base.groups),
      template: shownOf(template, field, now.groups),
      space: shownOf(space, field, groups),
    }))
    const renamed =
      kind === 'groupRenamed'
        ? [{ field: 'name', label: 'Name', cause, was: spaceGroup!.name, template: group!.name, space: spaceGroup!.name }]
        : []
    return {
      kind,
      cause,
      isBlocked,
      areaGroup: group
        ? (spaceGroup ?? group).name
        : space
          ? nameIn(groups, space.areaGroupId)
          : nameIn(template ? now.groups : base.groups, shown!.areaGroupId),
      equipment: shown ? { id: shown.equipmentId, tag: product!.tag, model: product!.model } : null,
      quantity: shown?.quantity ?? null,
      fields: [...fields, ...renamed],
    }
  })
  const rank = { template: 0, both: 1, space: 2 }
  return rows.sort((a, b) => rank[a.cause] - rank[b.cause])
}
