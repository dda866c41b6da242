import { ChangeSetKind } from '../../model/activity/change-sets.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { areaGroups } from '../../model/spaces/area-groups.ts'
import { bulkEquipment } from '../../model/spaces/space-calls.ts'
import { spaceEquipment as spaceEquipmentModel } from '../../model/spaces/space-equipment.ts'
import { type Changed, recordChangeSet } from '../activity/public.ts'
import { type AuditEntry, diffRows, type FieldChange, recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { announceMany, readMany, type StoredRow, writeMany } from '../kit/resource/many-rows.ts'
import { is } from '../kit/sql/row-types.ts'
import { openProject } from '../projects/public.ts'
import { spaceEquipment } from './space-equipment.ts'
import { findRack } from './space-lines.ts'

interface LineLocation {
  id: number
  name: string
}
type BulkBody = HandlerRequest<typeof bulkEquipment>['body']
interface Edit {
  before: StoredRow<typeof spaceEquipment>
  space: LineLocation
  columns: Record<string, unknown>
  group?: LineLocation
  rack?: LineLocation | null
}

/** Locks the lines and their spaces until the commit. Throws before any change if one does not exist. */
async function lockLines(ctx: Context, projectId: number, ids: number[]): Promise<Edit[]> {
  const lineSpaces = await ctx.rows(
    { id: is.number, space: is.number, name: is.text },
    `select l.id, s.id as space, s.name from space_equipment l join spaces s on s.id = l.space_id
     where l.id = any($1) and l.project_id = $2 and not l.is_deleted and not s.is_deleted order by s.id for no key update of s`,
    [ids, projectId],
  )
  const byLine = new Map(lineSpaces.map(({ id, space, name }): [number, LineLocation] => [id, { id: space, name }]))
  const missing = ids.findIndex((id) => !byLine.has(id))
  if (missing >= 0) throw badRequest({ [`lineIds[${missing}]`]: ['Equipment not found.'] })
  const rows = await readMany(ctx, spaceEquipment, ids, { lock: true })
  return ids.map((id) => ({ before: rows.get(String(id))!, space: byLine.get(id)!, columns: {} }))
}

async function groupsNamed(ctx: Context, projectId: number, spaceIds: number[], name: string): Promise<Map<number, LineLocation>> {
  const find = () =>
    ctx.rows(
      { id: is.number, space: is.number, name: is.text },
      'select id, space_id as space, name from area_groups where space_id = any($1) and dna_key(name) = dna_key($2) and not is_deleted',
      [spaceIds, name],
    )
  const known = new Set((await find()).map(({ space }) => space))
  const missingIds = spaceIds.filter((id) => !known.has(id))
  if (missingIds.length > 0) {
    const created = await ctx.rows(
      { id: is.number, space: is.number },
      `insert into area_groups (project_id, space_id, name, "order", created_by_id, updated_by_id)
       select $1, s.id, $3, coalesce((select max("order") from area_groups g where g.space_id = s.id and not g.is_deleted), 0) + 1, $4, $4
       from unnest($2::bigint[]) s(id) returning id, space_id as space`,
      [projectId, missingIds, name, ctx.actor.userId || null],
    )
    await recordAudit(
      ctx,
      created.map(({ id, space }) => ({
        action: 'Create',
        entity: areaGroups.entity,
        entityId: id,
        entityName: name,
        after: { name, spaceId: space },
      })),
    )
  }
  return new Map((await find()).map(({ id, space, name }) => [space, { id, name }]))
}

function changedColumns({ before, group, rack }: Edit, set: BulkBody['set']): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const key of ['provider', 'installer', 'installerName'] as const) {
    if (set[key] === null) continue
    const value = set[key] || null
    if (value !== before[key]) columns[key] = value
  }
  if (group && group.id !== before.areaGroup?.id) columns.areaGroupId = group.id
  if (rack !== undefined && (rack?.id ?? null) !== (before.rackId ?? null)) columns.rackId = rack?.id ?? null
  return columns
}

async function changeLines(ctx: Context, projectId: number, { lineIds, set }: BulkBody) {
  const project = await openProject(ctx, projectId)
  if (Object.values(set).every((value) => value === null)) throw badRequest({ set: ['Nothing to change.'] })
  const edits = await lockLines(ctx, project.id, lineIds)
  const spaceIds = [...new Set(edits.map(({ space }) => space.id))]
  const groups = set.areaGroupName === null ? undefined : await groupsNamed(ctx, project.id, spaceIds, set.areaGroupName)
  const rack = set.rackId ? await findRack(ctx, project.id, set.rackId, 'set.rackId') : set.rackId === null ? undefined : null
  for (const edit of edits) {
    edit.group = groups?.get(edit.space.id)
    edit.rack = rack
    edit.columns = changedColumns(edit, set)
  }
  const changed = edits.filter(({ columns }) => Object.keys(columns).length > 0)
  await writeMany(
    ctx,
    spaceEquipment,
    changed.map(({ before, columns }) => ({ id: before.id, columns })),
  )
  const changeSetId = await recordLines(ctx, project, changed)
  announceMany(
    ctx,
    spaceEquipment,
    changed.map(({ before }) => ({ id: before.id, projectId: project.id })),
    'Updated',
  )
  return { updated: changed.length, changeSetId: changeSetId ?? null }
}

const lineAuditEntry = ({ before, columns, group, rack }: Edit): AuditEntry & { changes: FieldChange[] } => {
  const diff = diffRows(spaceEquipmentModel, before, { ...before, ...columns })
  const moved = columns.areaGroupId !== undefined
  const isOther = columns.rackId !== undefined
  const changes = [
    ...diff.changes,
    ...(moved ? [{ field: 'areaGroup', label: 'Area group', from: before.areaGroup?.name ?? null, to: group?.name ?? null }] : []),
    ...(isOther ? [{ field: 'rack', label: 'Rack', from: before.rack?.name ?? null, to: rack?.name ?? null }] : []),
  ]
  return {
    action: 'Update',
    entity: spaceEquipmentModel.entity,
    entityId: before.id,
    entityName: before.equipment.model,
    before: { ...diff.before, ...(moved && { areaGroup: before.areaGroup ?? null }), ...(isOther && { rackId: before.rackId ?? null }) },
    after: { ...diff.after, ...(moved && { areaGroup: group }), ...(isOther && { rackId: columns.rackId }) },
    changes,
  }
}

/** Records one audit entry per line, one activity entry per space, and one change set that undoes all. */
async function recordLines(ctx: Context, project: LineLocation, edits: Edit[]) {
  const entries = edits.map((edit) => ({ edit, entry: lineAuditEntry(edit) }))
  const bySpace = groupByKey(entries, ({ edit }) => edit.space.id)
  await recordAudit(ctx, [
    ...entries.map(({ entry: { changes: _, ...entry } }) => entry),
    ...[...bySpace.values()].map((spaceEdits): AuditEntry => {
      const { space } = spaceEdits[0]!.edit
      const changes = [
        ...new Map(spaceEdits.flatMap(({ entry }) => entry.changes).map((item) => [`${item.field} ${item.from}`, item])).values(),
      ]
      return {
        action: 'Update',
        entity: 'spaces',
        entityId: space.id,
        entityName: space.name,
        activity: {
          title: `Equipment changed together: ${formatLineCount(spaceEdits.length)}`,
          changes,
          projectId: project.id,
          needs: 'ProjectEquipment.View',
        },
      }
    }),
  ])
  return recordChangeSet(
    ctx,
    {
      kind: ChangeSetKind.BulkEdit,
      title: `${formatLineCount(edits.length)} of ${project.name}`,
      permissions: ['ProjectEquipment.Update'],
    },
    entries.map(
      ({ edit, entry: { changes: _, ...entry } }): Changed => ({
        ...entry,
        projectId: project.id,
        place: { entity: 'spaces', ...edit.space, projectId: project.id },
      }),
    ),
  )
}

const formatLineCount = (count: number) => formatCount(count, 'line of equipment')

export const bulkRoutes: Route[] = [defineRoute(bulkEquipment, (ctx, { params, body }) => changeLines(ctx, params.id, body))]
