import { ActivityLogType } from '../../model/activity/enums.ts'
import { dollarsOf } from '../../model/kit/money.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { ColumnOf } from '../../model/kit/resource.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { Line } from '../../model/templates/drift.ts'
import type { Changed } from '../activity/public.ts'
import { type FieldChange, recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { announceMany } from '../kit/resource/many-rows.ts'
import { areaGroups, spaceEquipment, spaces } from '../spaces/public.ts'
import type { HeldTemplate } from './open-template.ts'
import { recordOnTemplate, spaceTemplates } from './space-templates.ts'
import type { Behind, Products, SpaceOfTemplate } from './template-drift.ts'
import type { MadeGroup, VersionOf, Written } from './template-push-writes.ts'

interface Done {
  due: Behind[]
  products: Products
  createdGroups: MadeGroup[]
  added: Written[]
  changed: Written[]
  versionOf: VersionOf
  begun: Set<number>
}

const spaceLocation = ({ id, name, projectId }: SpaceOfTemplate) => ({ entity: spaces.resource.entity, id, name, projectId })

/**
 * Converts all changes to audit entries. Lines come last, because undo runs in reverse order and what they depend on is undone after them.
 */
export function auditEntries({ due, products, createdGroups, added, changed, versionOf, begun }: Done): Changed[] {
  const spaceOf = new Map(due.map(({ space }) => [space.id, space]))
  const modelOf = ({ equipmentId }: Line) => products.get(equipmentId)!.model
  const answer = (line: Line, groupName: (id: number | null) => string | null): LineFields => ({
    equipment: { id: line.equipmentId, name: modelOf(line) },
    areaGroup: line.areaGroupId === null ? null : { id: line.areaGroupId, name: groupName(line.areaGroupId) },
    quantity: line.quantity,
    provider: line.provider,
    installer: line.installer,
    unitPriceOverride: dollarsOf(line.unitPriceOverride),
    isExisting: line.isExisting,
  })
  const names = new Map([...due.flatMap(({ groups }) => groups), ...createdGroups].map(({ id, name }) => [id, name]))
  const asAnswer = (line: Line): Record<string, unknown> => answer(line, (id) => names.get(id!) ?? null)
  const ofLine = (action: Changed['action'], space: SpaceOfTemplate, line: Line, more: Partial<Changed>): Changed => ({
    action,
    entity: spaceEquipment.resource.entity,
    entityId: line.id,
    entityName: modelOf(line),
    place: spaceLocation(space),
    ...more,
  })
  const ofGroup = (
    action: Changed['action'],
    space: SpaceOfTemplate,
    id: number,
    more: Partial<Changed> & { entityName: string },
  ): Changed => ({
    action,
    entity: areaGroups.resource.entity,
    entityId: id,
    place: spaceLocation(space),
    ...more,
  })
  return [
    ...due.map(({ space }): Changed => {
      const isBegun = begun.has(space.id)
      return {
        action: 'Update',
        entity: spaces.resource.entity,
        entityId: space.id,
        entityName: space.name,
        projectId: space.projectId,
        before: { templateVersionId: space.templateVersionId, ...(isBegun && { status: SpaceStatus.Created }) },
        after: { templateVersionId: versionOf(space.id), ...(isBegun && { status: SpaceStatus.InProgress }) },
      }
    }),
    ...createdGroups.map(({ id, spaceId, name }) => ofGroup('Create', spaceOf.get(spaceId)!, id, { entityName: name, after: { name } })),
    ...due.flatMap(({ space, pending }) =>
      pending.renames.map(({ group, to }) =>
        ofGroup('Update', space, group.id, { entityName: to, before: { name: group.name }, after: { name: to } }),
      ),
    ),
    ...due.flatMap(({ space, pending }) => pending.removed.map((line) => ofLine('Delete', space, line, { before: asAnswer(line) }))),
    ...changed.map(({ space, line, before }) => {
      const [was, is] = [asAnswer(before!), asAnswer(line)]
      const keys = Object.keys(is).filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
      const only = (values: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, values[key]]))
      return ofLine('Update', space, line, { before: only(was), after: only(is) })
    }),
    ...added.map(({ space, line }) => ofLine('Create', space, line, { after: asAnswer(line) })),
  ]
}

const mostTold = 50

export async function notifyPush(ctx: Context, template: HeldTemplate, due: Behind[], entries: Changed[]) {
  const related = { entity: spaceTemplates.resource.entity, id: template.id, name: template.name }
  await recordAudit(
    ctx,
    due.map(({ space }) => {
      const inside = entries.filter(({ place }) => place?.id === space.id)
      return {
        action: 'Update',
        entity: spaces.resource.entity,
        entityId: space.id,
        entityName: space.name,
        after: {
          template: related,
          changes: inside.map(({ action, entity, entityId, before, after }) => ({ action, entity, entityId, before, after })),
        },
        activity: {
          title: `Template applied: ${template.name}`,
          type: ActivityLogType.RelatedActions,
          changes: inside.slice(0, mostTold).map(entryToChange),
          projectId: space.projectId,
          related,
          needs: spaceEquipment.resource.permission.view,
        },
      }
    }),
  )
  await recordOnTemplate(ctx, template, `Applied to ${formatCount(due.length, 'space')}`, {
    spaceIds: due.map(({ space }) => space.id),
  })
  const rows = due.map(({ space }) => ({ id: space.id, projectId: space.projectId }))
  announceMany(ctx, spaces, rows, 'Updated')
  const lines = entries.filter(({ entity }) => entity === spaceEquipment.resource.entity)
  announceMany(
    ctx,
    spaceEquipment,
    lines.flatMap(({ entityId, place }) => (entityId === null ? [] : [{ id: entityId, projectId: place!.projectId }])),
    'Updated',
  )
}

type LineFields = { readonly [K in ColumnOf<typeof spaceEquipment.resource> | 'name']?: unknown }
const nameOrNull = (value: unknown) => (typeof value === 'object' && value !== null && 'name' in value ? value.name : null)

function entryToChange({ action, entityName, before, after }: Changed): FieldChange {
  const valuesText = (values: LineFields | null | undefined) => {
    if (!values) return null
    const { equipment, areaGroup, quantity, provider, installer, unitPriceOverride, name } = values
    const price = unitPriceOverride == null ? null : `$${unitPriceOverride}`
    const parts = [quantity && `${quantity} ×`, nameOrNull(equipment), nameOrNull(areaGroup), provider, installer, price, name]
    return parts.filter((part) => part != null && part !== false).join(' ') || null
  }
  const label = { Create: 'Added', Delete: 'Removed' }[action as string] ?? 'Changed'
  return { field: 'template', label: `${label}: ${entityName}`, from: valuesText(before), to: valuesText(after) }
}
