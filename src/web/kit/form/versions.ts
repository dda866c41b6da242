import type { Field, Fields } from '../../../model/kit/description.ts'

type Values = Readonly<Record<string, unknown>>
const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** One thing two people can have changed: a field, or a field of a group such as the city of an address. */
export interface VersionPart {
  path: string
  key: string
  sub?: string
  field: Field
}

const partsOf = (key: string, field: Field): VersionPart[] =>
  field.kind === 'group' && field.fields
    ? Object.entries(field.fields).map(([sub, own]) => ({ path: `${key}.${sub}`, key, sub, field: own }))
    : [{ path: key, key, field }]

/** The parts of a group, of which there are none where it is left out. */
const inside = (value: unknown): Values => (typeof value === 'object' && value !== null ? { ...value } : {})
export const valueAt = (values: Values, { key, sub }: VersionPart) => (sub ? inside(values[key])[sub] : values[key])

/** What a row was when the person began, what they made of it, and what somebody else made of it meanwhile. */
interface Versions {
  base: Values
  mine: Values
  theirs: Values
}

const allParts = (fields: Fields) => Object.entries(fields).flatMap(([key, field]) => partsOf(key, field))
const isMine = (part: VersionPart, { base, mine }: Versions) => !isSame(valueAt(base, part), valueAt(mine, part))

/** What both changed, each to something else: only this is to be chosen. */
export const conflictingParts = (fields: Fields, all: Versions): VersionPart[] =>
  allParts(fields).filter(
    (part) =>
      isMine(part, all) &&
      !isSame(valueAt(all.base, part), valueAt(all.theirs, part)) &&
      !isSame(valueAt(all.mine, part), valueAt(all.theirs, part)),
  )

/** Both versions together: what one of them changed, and of what both changed the one that `keepsMine` says. */
export function mergeVersions(fields: Fields, all: Versions, keepsMine: (part: VersionPart) => boolean): Record<string, unknown> {
  const both = new Set(conflictingParts(fields, all).map(({ path }) => path))
  const values: Record<string, unknown> = { ...all.theirs }
  for (const part of allParts(fields)) {
    if (!isMine(part, all) || (both.has(part.path) && !keepsMine(part))) continue
    values[part.key] = part.sub ? { ...inside(values[part.key]), [part.sub]: valueAt(all.mine, part) ?? null } : all.mine[part.key]
  }
  return values
}
