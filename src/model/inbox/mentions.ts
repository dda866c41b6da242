import { array, call, shape } from '../kit/call.ts'
import { enumeration, type ValueOf } from '../kit/enumeration.ts'
import { boolean, choice, defaulted, text, uuid } from '../kit/field.ts'

/** Which texts about a thing: what people write into its activity, its titled notes, or the formatted texts of its own. */
export const MentionPlace = enumeration('MentionPlace', {
  Activity: ['activity', 'Activity'],
  Notes: ['notes', 'Notes'],
  Texts: ['texts', 'Texts'],
})
export type MentionPlace = ValueOf<typeof MentionPlace>

/** Somebody who can be named in a note, and whether they see the thing the note is about. */
export interface Mentionable {
  id: string
  firstName: string
  lastName: string
  seesIt: boolean
}

const nameOf = ({ firstName, lastName }: Pick<Mentionable, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

/** Formatted text as people read it. */
const plain = (written: string) =>
  written
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')

const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)

/** Those of these people whose names stand behind an @ in a text, whole; namesakes are all meant. */
export function mentionedIn<P extends Pick<Mentionable, 'firstName' | 'lastName'>>(written: string, people: readonly P[]): P[] {
  if (!written.includes('@')) return []
  const text = plain(written).toLowerCase()
  return people.filter((person) => {
    const name = `@${nameOf(person).toLowerCase()}`
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) if (!isLetter(text[at + name.length])) return true
    return false
  })
}

/** What is being typed behind the last @, as long as it can still become a name. */
export function nameBegun(written: string): string | undefined {
  const text = plain(written).trimEnd()
  const at = text.lastIndexOf('@')
  const begun = text.slice(at + 1)
  const isFree = at >= 0 && !isLetter(text[at - 1]) && begun.length <= 40
  return isFree && /^[\p{L}' .-]*$/u.test(begun) ? begun : undefined
}

/** A text in which what was begun has become the whole name. */
export function withName(written: string, person: Pick<Mentionable, 'firstName' | 'lastName'>): string {
  const at = written.lastIndexOf('@')
  const begun = nameBegun(written) ?? ''
  return `${written.slice(0, at + 1)}${nameOf(person)} ${written.slice(at + 1 + begun.length)}`
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
