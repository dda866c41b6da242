import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { Context } from '../kit/request/context.ts'
import { sql } from '../kit/sql/writes.ts'
import { areaGroupsTable, spaceEquipmentTable, spacesTable } from './spaces-tables.ts'

/** Bulk writes into many spaces, one statement each. The caller locks the spaces and records the changes. */

interface NewGroup {
  projectId: number
  spaceId: number
  name: string
  order: number
  notes: string | null
}

/** A line as stored; prices in cents. */
interface StoredLine {
  areaGroupId: number | null
  equipmentId: number
  quantity: number
  provider: string
  installer: string
  unitPriceOverride: number | null
  isExisting: boolean
}
interface NewLine extends StoredLine {
  projectId: number
  spaceId: number
  label?: string | null
  notes?: string | null
}

/** Callers may pass lines with further properties. */
const lineValues = ({
  areaGroupId,
  equipmentId,
  quantity,
  provider,
  installer,
  unitPriceOverride,
  isExisting,
}: StoredLine): StoredLine => ({
  areaGroupId,
  equipmentId,
  quantity,
  provider,
  installer,
  unitPriceOverride,
  isExisting,
})

export async function createAreaGroups(ctx: Context, groups: NewGroup[]): Promise<number[]> {
  const values = groups.map(({ projectId, spaceId, name, order, notes }) => ({ projectId, spaceId, name, order, notes }))
  const rows = await ctx.insertMany(areaGroupsTable, values, { returning: ['id'] })
  return rows.map(({ id }) => id)
}

export async function renameGroups(ctx: Context, groups: { id: number; name: string }[]) {
  await ctx.updateMany(areaGroupsTable, groups)
}

export async function makeLines(ctx: Context, lines: NewLine[]): Promise<number[]> {
  const values = lines.map(({ projectId, spaceId, label = null, notes = null, ...line }) => ({
    projectId,
    spaceId,
    ...lineValues(line),
    label,
    notes,
  }))
  const rows = await ctx.insertMany(spaceEquipmentTable, values, { returning: ['id'] })
  return rows.map(({ id }) => id)
}

export async function rewriteLines(ctx: Context, lines: ({ id: number } & StoredLine)[]) {
  await ctx.updateMany(
    spaceEquipmentTable,
    lines.map(({ id, ...line }) => ({ id, ...lineValues(line) })),
  )
}

export async function takeLinesOut(ctx: Context, ids: number[]) {
  if (ids.length === 0) return
  await ctx.markDeleted(spaceEquipmentTable, { id: ids })
}

/** Marks the spaces as equal to this template version; their contents are unchanged. */
export async function takeVersion(ctx: Context, ids: number[], version: number) {
  const others = { id: ids, templateVersionId: sql`is distinct from ${version}` }
  await ctx.update(spacesTable, others, { templateVersionId: version }, { isSilent: true })
}

/** Marks the spaces as updated to this template version; the status of some changes to in progress. */
export async function becomeVersion(ctx: Context, ids: number[], version: number, begun: number[]) {
  const status = sql`case when id = any(${begun}) then ${SpaceStatus.InProgress} else status end`
  await ctx.update(spacesTable, { id: ids }, { templateVersionId: version, status })
}
