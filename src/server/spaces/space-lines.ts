import { EquipmentAvailability, InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import type { ValuesOf } from '../../model/kit/description.ts'
import { pick, typedKeys } from '../../model/kit/keys.ts'
import { centsOf } from '../../model/kit/money.ts'
import { messages } from '../../model/kit/rules.ts'
import { defaultAreaGroup } from '../../model/spaces/area-groups.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { newLineFields } from '../../model/spaces/space-equipment.ts'
import { type HeldProduct, holdProducts } from '../catalog/public.ts'
import { type FieldChange, recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { columnList, is, orNull, type RowOfShape } from '../kit/sql/row-types.ts'
import { circuitNameSql } from './circuit-names.ts'
import type { SpaceInHand } from './open-space.ts'
import { announceSpace, writeStatus } from './space-status.ts'
import { spaceEquipmentTable } from './spaces-tables.ts'

export const mostOfOneLine = 9999

/** Locks existing equipment. Call it before locking the project. */
export async function holdEquipment(ctx: Context, ids: number[]): Promise<Map<number, HeldProduct>> {
  const held = await holdProducts(ctx, ids)
  return new Map([...held].filter(([, { isDeleted }]) => !isDeleted))
}

/** Columns that identify a line; prices in cents. */
export const keyShape = {
  equipmentId: is.number,
  areaGroupId: orNull(is.number),
  provider: is.choice(ProviderCode),
  installer: is.choice(InstallerCode),
  unitPriceOverride: orNull(is.number),
  isExisting: is.boolean,
  rackId: orNull(is.number),
  label: orNull(is.text),
  notes: orNull(is.text),
  installerName: orNull(is.text),
}
type LineKey = RowOfShape<typeof keyShape>
const textsOf = ({ label, notes, installerName }: LineKey) => [label || null, notes || null, installerName || null]
const plainKey = (line: LineKey) =>
  [line.equipmentId, line.areaGroupId, line.provider, line.installer, line.unitPriceOverride, line.isExisting, line.rackId].join('|')
/** Lines with equal keys are merged. Their texts belong to the key, because a merged line would lose those of one of them. */
export const lineMergeKey = (line: LineKey) => `${plainKey(line)}|${JSON.stringify(textsOf(line))}`

/** Finds the line whose quantity is raised: with the same texts, or any equal one if the new line has none that could get lost. */
function findEqualLine<L extends LineKey>(lines: readonly L[], line: LineKey): L | undefined {
  const equal = lines.filter((other) => plainKey(other) === plainKey(line))
  const same = equal.find((other) => lineMergeKey(other) === lineMergeKey(line))
  return same ?? (textsOf(line).every((text) => text === null) ? equal[0] : undefined)
}

type NewLine = ValuesOf<typeof newLineFields>
interface LineToAdd {
  line: Pick<NewLine, 'equipmentId' | 'quantity'> & Partial<NewLine>
  /** Field path for validation errors. */
  at: string
}

const storedShape = { quantity: is.number, ...keyShape }
const storedKeys = typedKeys(storedShape)
const presentShape = { id: is.number, ...storedShape }
type LineInSpace = Omit<RowOfShape<typeof presentShape>, 'id'> & { id?: number }

/** Adds equipment to an open space: equal lines merge, and the first line changes the status to in progress. Returns the line ids. */
export async function addLines(
  ctx: Context,
  space: SpaceInHand,
  equipment: Map<number, HeldProduct>,
  linesToAdd: LineToAdd[],
): Promise<number[]> {
  if (linesToAdd.length === 0) return []
  await checkAreaGroups(ctx, space, linesToAdd)
  const racks = new Map(linesToAdd.flatMap(({ line, at }) => (line.rackId ? [[line.rackId, `${at}rackId`]] : [])))
  for (const [id, at] of racks) await findRack(ctx, space.projectId, id, at)
  const present = await ctx.rows(
    presentShape,
    `select ${columnList(presentShape, 'l')} from space_equipment l where l.space_id = $1 and not l.is_deleted and l.equipment_id = any($2) order by l.id`,
    [space.id, [...equipment.keys()]],
  )
  const byEquipment = new Map<number, LineInSpace[]>()
  for (const line of present) byEquipment.set(line.equipmentId, [...(byEquipment.get(line.equipmentId) ?? []), line])
  const fresh: LineInSpace[] = []
  const answered: LineInSpace[] = []
  const raised = new Map<number, number>()
  const lineTexts: string[] = []
  for (const { line, at } of linesToAdd) {
    const product = equipment.get(line.equipmentId)
    if (!product) throw badRequest({ [`${at}equipmentId`]: ['Equipment not found.'] })
    lineTexts.push(`${line.quantity} × ${product.model}`)
    const full = {
      ...line,
      provider: line.provider ?? product.provider,
      installer: line.installer ?? product.installer,
      unitPriceOverride: centsOf(line.unitPriceOverride ?? null),
      areaGroupId: line.areaGroupId ?? null,
      isExisting: line.isExisting === true,
      rackId: line.rackId ?? null,
      label: line.label ?? null,
      notes: line.notes ?? null,
      installerName: line.installerName ?? null,
    }
    const ofEquipment = byEquipment.get(line.equipmentId) ?? []
    const same = findEqualLine(ofEquipment, full)
    if (same) {
      if (same.quantity + full.quantity > mostOfOneLine) throw badRequest({ [`${at}quantity`]: [messages.maximum(mostOfOneLine)] })
      same.quantity += full.quantity
      if (same.id !== undefined) raised.set(same.id, same.quantity)
      answered.push(same)
      continue
    }
    if (product.availability === EquipmentAvailability.Deprecated)
      throw badRequest({ [`${at}equipmentId`]: [`${product.model} is deprecated and cannot be added.`] })
    byEquipment.set(line.equipmentId, [...ofEquipment, full])
    fresh.push(full)
    answered.push(full)
  }
  await insertLines(ctx, space, fresh)
  await setQuantities(
    ctx,
    [...raised].map(([id, quantity]) => ({ id, quantity })),
  )
  await recordOnSpace(ctx, space, 'Equipment added', lineTexts, {
    added: linesToAdd.map(({ line }) => ({ equipmentId: line.equipmentId, quantity: line.quantity })),
  })
  if (space.status === SpaceStatus.Created) await writeStatus(ctx, space, SpaceStatus.InProgress)
  const ids = answered.flatMap(({ id }) => id ?? [])
  announceLines(ctx, space, ids[0])
  return ids
}

async function checkAreaGroups(ctx: Context, space: SpaceInHand, linesToAdd: LineToAdd[]) {
  const named = linesToAdd.flatMap(({ line: { areaGroupId }, at }) => (areaGroupId == null ? [] : { areaGroupId, at }))
  if (named.length === 0) return
  const known = await ctx.rows({ id: is.number }, 'select id from area_groups where space_id = $1 and not is_deleted', [space.id])
  const ids = new Set(known.map(({ id }) => id))
  for (const { areaGroupId, at } of named) if (!ids.has(areaGroupId)) throw badRequest({ [`${at}areaGroupId`]: ['Area group not found.'] })
}

/** Spaces of these area groups, without deleted ones: group → space. */
export async function spacesOfAreaGroups(ctx: Context, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await ctx.rows(
    { id: is.number, spaceId: is.number },
    'select id, space_id from area_groups where id = any($1) and not is_deleted',
    [ids],
  )
  return new Map(rows.map(({ id, spaceId }) => [id, spaceId]))
}

export async function findCircuit(ctx: Context, space: SpaceInHand, id: number, at: string) {
  const [circuit] = await ctx.rows(
    { id: is.number, name: is.text },
    `select k.id, ${circuitNameSql('k')} as name from circuits k where k.id = $1 and k.space_id = $2 and not k.is_deleted`,
    [id, space.id],
  )
  if (!circuit) throw badRequest({ [at]: ['Circuit not found.'] })
  return circuit
}

export async function findRack(ctx: Context, projectId: number, id: number, at: string) {
  const [rack] = await ctx.rows(
    { id: is.number, name: is.text },
    'select id, name from racks where id = $1 and project_id = $2 and not is_deleted',
    [id, projectId],
  )
  if (!rack) throw badRequest({ [at]: ['Rack not found.'] })
  return rack
}

async function insertLines(ctx: Context, space: SpaceInHand, lines: LineInSpace[]) {
  const rows = await ctx.insertMany(
    spaceEquipmentTable,
    lines.map((line) => ({ projectId: space.projectId, spaceId: space.id, ...pick(line, storedKeys) })),
    { returning: ['id'] },
  )
  for (const [at, line] of lines.entries()) line.id = rows[at]?.id
}

export async function setQuantities(ctx: Context, lines: { id: number; quantity: number }[]) {
  await ctx.updateMany(
    spaceEquipmentTable,
    lines.map(({ id, quantity }) => ({ id, quantity })),
  )
}

export async function removeLines(ctx: Context, space: SpaceInHand, ids: number[]) {
  if (ids.length === 0) return
  const removedLines = await ctx.rows(
    { id: is.number, quantity: is.number, model: is.text, equipmentId: is.number },
    `update space_equipment l set is_deleted = true, delete_date = now(), deleted_by_id = $3, row_version = l.row_version + 1
     from equipments e where e.id = l.equipment_id and l.space_id = $1 and l.id = any($2) and not l.is_deleted
     returning l.id, l.quantity, e.model, l.equipment_id`,
    [space.id, ids, ctx.actor.userId || null],
  )
  const [first] = removedLines
  if (!first) return
  const lineTexts = removedLines.map(({ quantity, model }) => `${quantity} × ${model}`)
  await recordOnSpace(ctx, space, 'Equipment removed', lineTexts, { removed: removedLines })
  announceLines(ctx, space, first.id)
}

export async function recordOnSpace(
  ctx: Context,
  space: SpaceInHand,
  title: string,
  lineTexts: string[],
  after: Record<string, unknown>,
  changes: FieldChange[] = [],
) {
  const linesText = lineTexts.length > 3 ? `${lineTexts.slice(0, 3).join(', ')} and ${lineTexts.length - 3} more` : lineTexts.join(', ')
  await recordAudit(ctx, [
    {
      action: 'Update',
      entity: 'spaces',
      entityId: space.id,
      entityName: space.name,
      after,
      activity: { title: `${title}: ${linesText}`, changes, projectId: space.projectId, needs: 'ProjectEquipment.View' },
    },
  ])
}

export function announceLines(ctx: Context, space: SpaceInHand, lineId: number | undefined) {
  announceSpace(ctx, space)
  if (lineId === undefined) return
  ctx.after(() =>
    ctx.services.changed({ entity: 'spaceEquipment', id: lineId, projectId: space.projectId, action: 'Updated' }, 'ProjectEquipment.View'),
  )
}

/** Creates the default area group of a new space, unless the user turned that off. */
export async function makeDefaultGroup(ctx: Context, space: SpaceInHand): Promise<number | null> {
  const [group] = await ctx.rows(
    { id: is.number },
    `insert into area_groups (project_id, space_id, name, "order", created_by_id, updated_by_id)
     select $1, $2, $3, 1, $4, $4
     where coalesce((select (personal_settings->>'autoCreateDefaultAreaGroupInSpace')::boolean from users where id = $4), true)
     returning id`,
    [space.projectId, space.id, defaultAreaGroup, ctx.actor.userId || null],
  )
  return group?.id ?? null
}
