import { caseFoldedKey } from '../../model/kit/names.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { Line } from '../../model/templates/drift.ts'
import type { Context } from '../kit/request/context.ts'
import { becomeVersion, makeGroups, makeLines, renameGroups, rewriteLines, takeLinesOut } from '../spaces/public.ts'
import type { HeldTemplate } from './open-template.ts'
import { type Behind, lineAfterUpdate, type SpaceOfTemplate } from './template-drift.ts'

export interface MadeGroup {
  id: number
  spaceId: number
  templateGroupId: number
  name: string
}
type GroupOf = (spaceId: number, templateGroupId: number | null) => number | null

export async function writeAreaGroups(ctx: Context, due: Behind[]): Promise<MadeGroup[]> {
  await renameGroups(
    ctx,
    due.flatMap(({ pending }) => pending.renames.map(({ group, to }) => ({ id: group.id, name: to }))),
  )
  const pendingGroups = due.flatMap(({ space, groups, pending }) => {
    const last = Math.max(0, ...groups.map(({ order }) => order ?? 0))
    return pending.newGroups.map(({ id, name, notes }, index) => ({
      spaceId: space.id,
      projectId: space.projectId,
      templateGroupId: id,
      name,
      notes: notes ?? null,
      order: last + index + 1,
    }))
  })
  const ids = await makeGroups(ctx, pendingGroups)
  return pendingGroups.map(({ spaceId, templateGroupId, name }, index) => ({ id: ids[index]!, spaceId, templateGroupId, name }))
}

export function targetGroups({ contents }: HeldTemplate, due: Behind[], createdGroups: MadeGroup[]): GroupOf {
  const bySpace = new Map(
    due.map(({ space, groups, pending }) => {
      const renamed = new Map(pending.renames.map(({ group, to }) => [group.id, to]))
      const names = groups.map(({ id, name }): [string, number] => [caseFoldedKey(renamed.get(id) ?? name), id])
      return [space.id, new Map(names)]
    }),
  )
  const fresh = new Map(createdGroups.map(({ id, spaceId, templateGroupId }) => [`${spaceId} ${templateGroupId}`, id]))
  const nameOf = new Map(contents.groups.map(({ id, name }) => [id, caseFoldedKey(name)]))
  return (spaceId, groupId) =>
    groupId === null ? null : (fresh.get(`${spaceId} ${groupId}`) ?? bySpace.get(spaceId)?.get(nameOf.get(groupId) ?? '') ?? null)
}

export interface Written {
  space: SpaceOfTemplate
  line: Line & { label?: string | null; notes?: string | null }
  before?: Line
}

export async function addNew(ctx: Context, due: Behind[], groupOf: GroupOf): Promise<Written[]> {
  const pendingLines = due.flatMap(({ space, pending }) =>
    pending.added.map((line) => ({ space, line: { ...line, areaGroupId: groupOf(space.id, line.areaGroupId) } })),
  )
  const ids = await makeLines(
    ctx,
    pendingLines.map(({ space, line }) => ({ ...line, spaceId: space.id, projectId: space.projectId })),
  )
  return pendingLines.map(({ space, line }, index) => ({ space, line: { ...line, id: ids[index]! } }))
}

export async function changeOld(ctx: Context, due: Behind[], groupOf: GroupOf): Promise<Written[]> {
  const pendingLines = due.flatMap(({ space, pending }) =>
    pending.changed.map((change) => {
      const line = lineAfterUpdate(change)
      const isMoved = change.fields.includes('areaGroup')
      return { space, before: change.line, line: isMoved ? { ...line, areaGroupId: groupOf(space.id, line.areaGroupId) } : line }
    }),
  )
  await rewriteLines(
    ctx,
    pendingLines.map(({ line }) => line),
  )
  return pendingLines
}

export const removeGone = (ctx: Context, due: Behind[]) =>
  takeLinesOut(
    ctx,
    due.flatMap(({ pending }) => pending.removed.map(({ id }) => id)),
  )

export type VersionOf = (spaceId: number) => number
export function byVersion(some: Behind[], versionOf: VersionOf): Map<number, number[]> {
  const ids = new Map<number, number[]>()
  for (const { space } of some) ids.set(versionOf(space.id), [...(ids.get(versionOf(space.id)) ?? []), space.id])
  return ids
}

/** The first equipment changes a space's status to in progress. Returns those spaces. */
export async function writeSpaces(ctx: Context, due: Behind[], versionOf: VersionOf): Promise<Set<number>> {
  const begun = due
    .filter(({ space, pending }) => space.status === SpaceStatus.Created && pending.added.length > 0)
    .map(({ space }) => space.id)
  for (const [version, ids] of byVersion(due, versionOf)) await becomeVersion(ctx, ids, version, begun)
  return new Set(begun)
}
