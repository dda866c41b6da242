import { type ObjectValues, object, objects, people, person } from '../kit/answered.ts'
import { call, nothing, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, defaulted, id, integer, list, optional, set, text, uuid } from '../kit/field.ts'
import { keysOf } from '../kit/keys.ts'
import type { Permission } from '../permissions.ts'
import { AccessSubjectType } from './enums.ts'

export const listedGroup = {
  id: id(),
  name: text('Name'),
  usersCount: integer('People'),
  /** Whether the caller is in it. */
  isMember: boolean('Mine'),
}
export type ListedGroup = ValuesOf<typeof listedGroup>

/** What an entry of an external list opens besides the project itself (domain 4.4); any matching entry grants. */
export const entryFlags = {
  showPrices: defaulted(boolean('Prices'), false),
  showEquipment: defaulted(boolean('Equipment'), true),
  showDocuments: defaulted(boolean('Documents'), false),
  showReports: defaulted(boolean('Reports'), false),
  /** The cable schedule, together with equipment. */
  showCables: defaulted(boolean('Cables'), false),
  /** Reads and writes comments on what the entry shows. */
  canComment: defaulted(boolean('Comments'), false),
  /** Approves revisions, and proposals that were shared. */
  canApprove: defaulted(boolean('Approval'), false),
  /** The project as it is now; else as it was last issued. */
  isLive: defaulted(boolean('Live'), false),
}
export type EntryFlag = keyof typeof entryFlags
export const flagNames = keysOf(entryFlags)

const externalEntry = { subjectType: choice('Kind', AccessSubjectType), ...entryFlags }
const entrySubject = { user: person('User'), accessGroup: object('Access group', listedGroup) }
export type ExternalEntry = ObjectValues<typeof externalEntry, typeof entrySubject>

const subject = {
  subjectType: choice('Kind', AccessSubjectType),
  userId: optional(uuid('User')),
  accessGroupId: optional(id('Access group')),
}

/** Another text after each change: who sends the one they read is refused when somebody else was quicker. */
const versionShape = { version: text('Version', { max: 40 }) }
const version = { version: optional(versionShape.version) }
export const listShape = { users: people('Users'), accessGroups: list('Access groups', listedGroup), ...versionShape }
export const externalListShape = { entries: objects('Entries', externalEntry, entrySubject), ...versionShape }
/** One of the two has to be there: a body without its list is a mistake and not an empty list. */
const listBody = {
  userIds: optional(set('Users', uuid('User'), { max: 1000 })),
  accessGroupIds: optional(set('Access groups', id('Access group'), { max: 1000 })),
  ...version,
}

/** What a change of a list may bring about besides, where a list without entries hides nothing. The server knows whether it would. */
export const meant = {
  /** The change that takes the last entry is refused unless this says so. */
  opensToEverybody: optional(boolean('Opens to everybody')),
  /** `false` refuses the change after which whoever makes it does not see the row any more. */
  hidesFromMe: optional(boolean('Hides from me')),
}
/** What a refusal asks back, by the property that answers it. */
export type Asked = keyof typeof meant

type Action = 'View' | 'Create' | 'Update' | 'Delete'
type ListArea = 'ProjectAccessList' | 'LeadAccessList' | 'ProjectExternalAccessList'
const named = (area: ListArea, action: Action): Permission => `${area}.${action}`

/** Below the row whose list it is. */
type ListPath = `${string}/:id/${string}`
const placeOf = (path: ListPath) => `/${path}` as const
const params = { subjectType: integer('Entry'), subjectId: text('Entry', { max: 60 }) }

/** `GET {path}`: who is on the list. */
const readCall = (path: ListPath, what: string, permission: Permission) =>
  call({ method: 'GET', path: placeOf(path), permission, summary: `Get the access list of ${what}`, response: shape(listShape) })

/** The same and `PUT {path}`, which replaces it. A list without entries opens nothing. */
export const plainListCalls = (path: ListPath, what: string, view: Permission, update: Permission) => ({
  read: readCall(path, what, view),
  replace: call({
    method: 'PUT',
    path: placeOf(path),
    permission: update,
    summary: `Replace the access list of ${what}`,
    body: listBody,
    response: shape(listShape),
  }),
})

/** The same with `POST` for one more entry and `DELETE {path}/{subjectType}/{subjectId}` for one less (domain 4.5). */
export const accessListCalls = (path: ListPath, what: string, area: ListArea) => ({
  read: readCall(path, what, named(area, 'View')),
  replace: call({
    method: 'PUT',
    path: placeOf(path),
    permission: named(area, 'Update'),
    summary: `Replace the access list of ${what}`,
    body: { ...listBody, ...meant },
    response: shape(listShape),
  }),
  add: call({
    method: 'POST',
    path: placeOf(path),
    permission: named(area, 'Create'),
    summary: `Add someone to the access list of ${what}`,
    body: { ...subject, ...version, hidesFromMe: meant.hidesFromMe },
    response: shape(listShape),
    status: 201,
  }),
  remove: call({ ...removal(path, what, named(area, 'Delete')), query: { ...version, ...meant } }),
})

export const externalListCalls = (path: ListPath, what: string, area: ListArea) => ({
  read: call({
    method: 'GET',
    path: placeOf(path),
    permission: named(area, 'View'),
    summary: `Get the external access list of ${what}`,
    response: shape(externalListShape),
  }),
  replace: call({
    method: 'PUT',
    path: placeOf(path),
    permission: named(area, 'Update'),
    summary: `Replace the external access list of ${what}`,
    body: { entries: list('Entries', { ...subject, ...entryFlags }, { max: 1000 }), ...version },
    response: shape(externalListShape),
  }),
  add: call({
    method: 'POST',
    path: placeOf(path),
    permission: named(area, 'Create'),
    summary: `Add someone to the external access list of ${what}`,
    body: { ...subject, ...entryFlags, ...version },
    response: shape(externalListShape),
    status: 201,
  }),
  remove: call({ ...removal(path, what, named(area, 'Delete')), query: version }),
})

const removal = (path: ListPath, what: string, permission: Permission) => ({
  method: 'DELETE' as const,
  path: `/${path}/:subjectType/:subjectId` as const,
  params: { id: id('Id'), ...params },
  permission,
  summary: `Remove someone from the access list of ${what}`,
  response: nothing,
})

export type AccessListCalls = ReturnType<typeof accessListCalls>
export type ExternalListCalls = ReturnType<typeof externalListCalls>
export type PlainListCalls = ReturnType<typeof plainListCalls>
