import type { Field, Fields } from '../../../model/kit/description.ts'

type Values = Readonly<Record<string, unknown>>
export const isSameValue = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Smallest unit of a conflict: a field, or a field of a group such as the city of an address. */
export interface VersionPart {
  path: string
  key: string
  sub?: string
  field: Field
}

const versionParts = (key: string, field: Field): VersionPart[] =>
  field.kind === 'group' && field.fields
    ? Object.entries(field.fields).map(([sub, own]) => ({ path: `${key}.${sub}`, key, sub, field: own }))
    : [{ path: key, key, field }]

const inside = (value: unknown): Values => (typeof value === 'object' && value !== null ? { ...value } : {})
export const valueAt = (values: Values, { key, sub }: VersionPart) => (sub ? inside(values[key])[sub] : values[key])

/** Three versions of a row: when editing began, the user's edits, and the concurrent changes. */
interface Versions {
  base: Values
  mine: Values
  theirs: Values
}

const allParts = (fields: Fields) => Object.entries(fields).flatMap(([key, field]) => versionParts(key, field))
const isChangedByMe = (part: VersionPart, { base, mine }: Versions) => !isSameValue(valueAt(base, part), valueAt(mine, part))

/** Parts that both users changed to different values. Only these need a choice. */
export const conflictingParts = (fields: Fields, all: Versions): VersionPart[] =>
  allParts(fields).filter(
    (part) =>
      isChangedByMe(part, all) &&
      !isSameValue(valueAt(all.base, part), valueAt(all.theirs, part)) &&
      !isSameValue(valueAt(all.mine, part), valueAt(all.theirs, part)),
  )

/** Merges both versions. `keepsMine` decides the parts both users changed. */
export function mergeVersions(fields: Fields, all: Versions, keepsMine: (part: VersionPart) => boolean): Record<string, unknown> {
  const both = new Set(conflictingParts(fields, all).map(({ path }) => path))
  const values: Record<string, unknown> = { ...all.theirs }
  for (const part of allParts(fields)) {
    if (!isChangedByMe(part, all) || (both.has(part.path) && !keepsMine(part))) continue
    values[part.key] = part.sub ? { ...inside(values[part.key]), [part.sub]: valueAt(all.mine, part) ?? null } : all.mine[part.key]
  }
  return values
}
