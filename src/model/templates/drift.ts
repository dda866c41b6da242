import type { ValueIn } from '../kit/description.ts'
import { groupByKey } from '../kit/keys.ts'
import { caseFoldedKey } from '../kit/names.ts'
import { literalField } from '../kit/response-fields.ts'

/** Contents of a template, or of a space created from it. Money in cents; `areaGroupId` refers to `groups`. */
export interface Contents {
  readonly groups: readonly Group[]
  readonly lines: readonly Line[]
}
export interface Group {
  readonly id: number
  readonly name: string
  readonly order?: number | null
  readonly notes?: string | null
}
export interface Line {
  readonly id: number
  readonly areaGroupId: number | null
  readonly equipmentId: number
  readonly quantity: number
  readonly provider: string
  readonly installer: string
  readonly unitPriceOverride: number | null
  readonly isExisting: boolean
}

export const comparedFields = ['areaGroup', 'equipment', 'quantity', 'provider', 'installer', 'unitPriceOverride', 'isExisting'] as const
export type ComparedField = (typeof comparedFields)[number]

/** Origin of a difference: the template since the space's last update, a manual edit in the space, or both with different results. */
export const cause = literalField('Cause', 'template', 'space', 'both')
type Cause = ValueIn<typeof cause>
export const differenceKind = literalField('Kind', 'added', 'removed', 'changed', 'groupAdded', 'groupRenamed')

interface FieldDifference {
  readonly field: ComparedField
  readonly cause: Cause
}
export interface Difference {
  readonly kind: ValueIn<typeof differenceKind>
  readonly cause: Cause
  /** Pending, but its equipment can no longer be added. */
  readonly isBlocked?: boolean
  readonly base?: Line
  readonly template?: Line
  readonly space?: Line
  readonly fields?: readonly FieldDifference[]
  /** For group differences: the group in the template and in the space. */
  readonly group?: Group
  readonly spaceGroup?: Group
}

/** Effect of updating the space from the template: only changes of the template that do not conflict with manual edits. */
export interface Pending {
  readonly newGroups: readonly Group[]
  readonly renames: readonly { readonly group: Group; readonly to: string }[]
  readonly added: readonly Line[]
  readonly removed: readonly Line[]
  readonly changed: readonly { readonly line: Line; readonly to: Line; readonly fields: readonly ComparedField[] }[]
}

interface Slot {
  base?: Line
  template?: Line
  space?: Line
}

/** Maps each group of the space to a template group by the name at the last update, otherwise by the current name. */
function sameGroups(base: Contents, now: Contents, space: Contents): Map<number, number> {
  const same = new Map<number, number>()
  const found = new Set<number>()
  const byName = groupByKey(space.groups, ({ name }) => caseFoldedKey(name))
  for (const { groups } of [base, now])
    for (const { id, name } of groups) {
      if (found.has(id)) continue
      const own = byName.get(caseFoldedKey(name))?.shift()
      if (!own) continue
      same.set(own.id, id)
      found.add(id)
    }
  return same
}

/** Maximum lines of one product and group compared for similarity; more never differ in practice. */
const mostCompared = 50

/**
 * Matches template lines to lines of the space. Template lines are identified by id; lines of a space by group and equipment, most similar
 * first, because users merge, split, and replace them.
 */
function matchLines(base: Contents, now: Contents, space: Contents, comparedOf: ReturnType<typeof values>): { slots: Slot[]; own: Line[] } {
  const slots = new Map<number, Slot>()
  for (const line of base.lines) slots.set(line.id, { base: line })
  for (const line of now.lines) slots.set(line.id, { ...slots.get(line.id), template: line })
  const free = new Set(space.lines)
  const textOf = (line: Line, isOfSpace: boolean, fields: readonly ComparedField[]) =>
    JSON.stringify(fields.map((field) => comparedOf(line, isOfSpace, field)))
  const likeness = (item: Line, other: Line) =>
    comparedFields.filter((field) => comparedOf(item, false, field) === comparedOf(other, true, field)).length
  const mostAlike = (line: Line, all: Line[]) => {
    let best: Line | undefined
    let most = -1
    for (const item of all) {
      const alike = likeness(line, item)
      if (alike > most) [best, most] = [item, alike]
    }
    return best
  }
  const take = (lineOf: (slot: Slot) => Line | undefined, fields: readonly ComparedField[]) => {
    const there = groupByKey([...free], (line) => textOf(line, true, fields))
    for (const slot of slots.values()) {
      const line = lineOf(slot)
      if (!line || slot.space) continue
      const all = there.get(textOf(line, false, fields))
      const best = all && mostAlike(line, all.slice(0, mostCompared))
      if (!best) continue
      slot.space = best
      free.delete(best)
      all.splice(all.indexOf(best), 1)
    }
  }
  take(({ base }) => base, comparedFields)
  take(({ template }) => template, comparedFields)
  take(({ base }) => base, ['areaGroup', 'equipment'])
  take(({ template }) => template, ['areaGroup', 'equipment'])
  return { slots: [...slots.values()], own: [...free] }
}

const values = (same: Map<number, number>) => (line: Line, isOfSpace: boolean, field: ComparedField) => {
  if (field === 'equipment') return line.equipmentId
  if (field !== 'areaGroup') return line[field]
  if (line.areaGroupId === null) return null
  return isOfSpace ? (same.get(line.areaGroupId) ?? `own ${line.areaGroupId}`) : line.areaGroupId
}

/**
 * Three-way comparison of a space with its template: the template at the last update, the current template, and the space. Changes made
 * only in the template are pending; manual edits in the space stay.
 */
export function compareWithTemplate(
  base: Contents,
  now: Contents,
  space: Contents,
  isAvailable: (equipmentId: number) => boolean = () => true,
): { differences: Difference[]; pending: Pending } {
  const same = sameGroups(base, now, space)
  const comparedOf = values(same)
  const { slots, own } = matchLines(base, now, space, comparedOf)
  const differences: Difference[] = []
  const added: Line[] = []
  const removed: Line[] = []
  const changed: Pending['changed'][number][] = []

  for (const slot of slots) {
    const { template, space: line } = slot
    const difference = slotDifference(slot, comparedOf)
    if (!difference) continue
    const brings =
      template && (difference.kind === 'added' || difference.fields?.some(({ field, cause }) => field === 'equipment' && cause !== 'space'))
    const isBlocked = difference.cause === 'template' && brings && !isAvailable(template!.equipmentId)
    differences.push(isBlocked ? { ...difference, isBlocked } : difference)
    if (isBlocked || difference.cause === 'space') continue
    if (difference.kind === 'added' && difference.cause === 'template') added.push(template!)
    if (difference.kind === 'removed' && difference.cause === 'template') removed.push(line!)
    const due = (difference.fields ?? []).filter(({ cause }) => cause === 'template').map(({ field }) => field)
    if (due.length > 0) changed.push({ line: line!, to: template!, fields: due })
  }
  for (const line of own) differences.push({ kind: 'added', cause: 'space', space: line })
  const needed = [...added, ...changed.filter(({ fields }) => fields.includes('areaGroup')).map(({ to }) => to)]
  const groups = compareGroups(base, now, space, same, new Set(needed.map(({ areaGroupId }) => areaGroupId)))
  return {
    differences: [...groups.differences, ...differences],
    pending: { newGroups: groups.newGroups, renames: groups.renames, added, removed, changed },
  }
}

function slotDifference({ base, template, space }: Slot, comparedOf: ReturnType<typeof values>): Difference | undefined {
  const differs = (line: Line, isOfSpace: boolean, other: Line, isOtherOfSpace: boolean) =>
    comparedFields.filter((field) => comparedOf(line, isOfSpace, field) !== comparedOf(other, isOtherOfSpace, field))
  if (template && space) {
    const inTemplate = base ? differs(base, false, template, false) : comparedFields
    const inSpace = base ? differs(base, false, space, true) : comparedFields
    const fields = differs(template, false, space, true).map((field) => {
      const cause: Cause = !inTemplate.includes(field) ? 'space' : !inSpace.includes(field) ? 'template' : 'both'
      return { field, cause }
    })
    return fields.length > 0
      ? { kind: 'changed', cause: combineCauses(fields.map(({ cause }) => cause)), base, template, space, fields }
      : undefined
  }
  if (template) {
    if (!base) return { kind: 'added', cause: 'template', template }
    return { kind: 'removed', cause: differs(base, false, template, false).length > 0 ? 'both' : 'space', base, template }
  }
  if (base && space) return { kind: 'removed', cause: differs(base, false, space, true).length > 0 ? 'both' : 'template', base, space }
  return undefined
}

const combineCauses = (causes: Cause[]): Cause => (causes.every((cause) => cause === causes[0]) ? causes[0]! : 'both')

/** Reports groups added to or renamed in the template. Manual group changes are visible in their lines. */
function compareGroups(base: Contents, now: Contents, space: Contents, same: Map<number, number>, needed: Set<number | null>) {
  const differences: Difference[] = []
  const newGroups: Group[] = []
  const renames: { group: Group; to: string }[] = []
  const ownOf = new Map([...same].map(([own, theirs]) => [theirs, own]))
  const usedNames = new Set(space.groups.map(({ name }) => caseFoldedKey(name)))
  const [former, present] = [base, space].map(({ groups }) => new Map(groups.map((group) => [group.id, group])))
  for (const group of now.groups) {
    const before = former!.get(group.id)
    const own = present!.get(ownOf.get(group.id) ?? Number.NaN)
    if (!own) {
      if (!before) differences.push({ kind: 'groupAdded', cause: 'template', group })
      if (!before || needed.has(group.id)) newGroups.push(group)
    } else if (before && before.name !== group.name && own.name === before.name) {
      const isFree = caseFoldedKey(own.name) === caseFoldedKey(group.name) || !usedNames.has(caseFoldedKey(group.name))
      differences.push({ kind: 'groupRenamed', cause: isFree ? 'template' : 'both', group, spaceGroup: own })
      if (!isFree) continue
      renames.push({ group: own, to: group.name })
      usedNames.add(caseFoldedKey(group.name))
    }
  }
  return { differences, newGroups, renames }
}

/**
 * Baseline of the space after an update: the template, except blocked lines, which stay as before. They remain pending until their
 * equipment can be added again and do not count as manual edits.
 */
export function updatedBaseline<C extends Contents>(base: C, now: C, differences: readonly Difference[]): Contents {
  const blocked = new Map(differences.flatMap(({ isBlocked, template, base }) => (isBlocked && template ? [[template.id, base]] : [])))
  if (blocked.size === 0) return now
  const lines = now.lines.flatMap((line) => (blocked.has(line.id) ? (blocked.get(line.id) ?? []) : [line]))
  const [there, needed] = [new Set(now.groups.map(({ id }) => id)), new Set(lines.map(({ areaGroupId }) => areaGroupId))]
  return { groups: [...now.groups, ...base.groups.filter(({ id }) => !there.has(id) && needed.has(id))], lines }
}

export const isNothing = ({ newGroups, renames, added, removed, changed }: Pending) =>
  newGroups.length + renames.length + added.length + removed.length + changed.length === 0
