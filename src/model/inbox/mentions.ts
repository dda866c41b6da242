import { array, call, shape } from '../kit/call.ts'
import { enumeration, type ValueOf } from '../kit/enumeration.ts'
import { boolean, choice, defaulted, text, uuid } from '../kit/field.ts'
import { fullName } from '../kit/names.ts'

export const MentionPlace = enumeration('MentionPlace', {
  Activity: ['activity', 'Activity'],
  Notes: ['notes', 'Notes'],
  Texts: ['texts', 'Texts'],
})
export type MentionPlace = ValueOf<typeof MentionPlace>

export interface Mentionable {
  id: string
  firstName: string
  lastName: string
  seesIt: boolean
}

const stripHtml = (written: string) =>
  written
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Returns the users whose full name follows an @ in the text. All users with the same name match. */
export function mentionedIn<P extends Pick<Mentionable, 'firstName' | 'lastName'>>(written: string, people: readonly P[]): P[] {
  if (!written.includes('@')) return []
  const text = stripHtml(written).toLowerCase()
  return people.filter((person) => {
    const name = `@${fullName(person).toLowerCase()}`
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) if (!isLetter(text[at + name.length])) return true
    return false
  })
}

/** Returns the partial name typed after the last @, while it can still match a name. */
export function nameBegun(written: string): string | undefined {
  const text = stripHtml(written).trimEnd()
  const at = text.lastIndexOf('@')
  const begun = text.slice(at + 1)
  const isFree = at >= 0 && !isLetter(text[at - 1]) && begun.length <= 40
  return isFree && /^[\p{L}' .-]*$/u.test(begun) ? begun : undefined
}

export function withName(written: string, person: Pick<Mentionable, 'firstName' | 'lastName'>): string {
  const at = written.lastIndexOf('@')
  const begun = nameBegun(written) ?? ''
  return `${written.slice(0, at + 1)}${fullName(person)} ${written.slice(at + 1 + begun.length)}`
}

export const listMentionable = call({
  method: 'GET',
  path: '/mentions/:entity/:id',
  permission: 'internal',
  summary: 'List staff who can be mentioned in notes on a record, and who of them can see it; `entity` is the path of its calls',
  params: { entity: text('Entity', { max: 60 }) },
  query: { place: defaulted(choice('Place', MentionPlace), MentionPlace.Activity) },
  response: array(shape({ id: uuid('Id'), firstName: text('First name'), lastName: text('Last name'), seesIt: boolean('Sees it') })),
})
