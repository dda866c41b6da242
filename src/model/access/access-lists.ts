import { call, nothing, shape } from '../kit/call.ts'
import type { ValuesOf } from '../kit/description.ts'
import { boolean, choice, defaulted, id, integer, list, optional, set, text, uuid } from '../kit/field.ts'
import { typedKeys } from '../kit/keys.ts'
import { type ObjectValues, object, objects, peopleField, personField } from '../kit/response-fields.ts'
import type { Permission } from '../permissions.ts'
import { AccessSubjectType } from './enums.ts'

export const listedGroup = {
  id: id(),
  name: text('Name'),
  usersCount: integer('People'),
  isMember: boolean('Mine'),
}
export type ListedGroup = ValuesOf<typeof listedGroup>

/** Access that an external list entry grants in addition to the project itself (domain 4.4). Any matching entry grants it. */
export const entryFlags = {
  showPrices: defaulted(boolean('Prices'), false),
  showEquipment: defaulted(boolean('Equipment'), true),
  showDocuments: defaulted(boolean('Documents'), false),
  showReports: defaulted(boolean('Reports'), false),
  /** The cable schedule; requires `showEquipment` as well. */
  showCables: defaulted(boolean('Cables'), false),
  /** Allows reading and writing comments on everything the entry shows. */
  canComment: defaulted(boolean('Comments'), false),
  canApprove: defaulted(boolean('Approval'), false),
  /** Shows what is assigned to the person's company on site, and allows answering it. */
  canSite: defaulted(boolean('Site'), false),
  /** Shows the current project instead of its last issued revision. */
  isLive: defaulted(boolean('Live'), false),
}
export type EntryFlag = keyof typeof entryFlags
export const flagNames = typedKeys(entryFlags)

const externalEntry = { subjectType: choice('Kind', AccessSubjectType), ...entryFlags }
const entrySubject = { user: personField('User'), accessGroup: object('Access group', listedGroup) }
export type ExternalEntry = ObjectValues<typeof externalEntry, typeof entrySubject>

const subject = {
  subjectType: choice('Kind', AccessSubjectType),
  userId: optional(uuid('User')),
  accessGroupId: optional(id('Access group')),
}

/** Changes with every update. An update that sends an outdated version is rejected. */
const versionShape = { version: text('Version', { max: 40 }) }
const version = { version: optional(versionShape.version) }
export const listShape = { users: peopleField('Users'), accessGroups: list('Access groups', listedGroup), ...versionShape }
export const externalListShape = { entries: objects('Entries', externalEntry, entrySubject), ...versionShape }
/** At least one list is required: a body without one is a mistake, not an empty list. */
const listBody = {
  userIds: optional(set('Users', uuid('User'), { max: 1000 })),
  accessGroupIds: optional(set('Access groups', id('Access group'), { max: 1000 })),
  ...version,
}

/** Confirms side effects of changing a list without entries, which restricts no one. The server determines if a confirmation is needed. */
const confirmationFlags = {
  /** Removing the last entry is rejected unless this is set. */
  opensToEverybody: optional(boolean('Opens to everyone')),
  /** `false` rejects a change that would hide the row from the caller. */
  hidesFromMe: optional(boolean('Hides from me')),
}
/** Flag that confirms a change after an error response requested it. */
export type ConfirmationFlag = keyof typeof confirmationFlags

type Action = 'View' | 'Create' | 'Update' | 'Delete'
type ListArea = 'ProjectAccessList' | 'LeadAccessList' | 'ProjectExternalAccessList'
const areaPermission = (area: ListArea, action: Action): Permission => `${area}.${action}`

type ListPath = `${string}/:id/${string}`
const callPath = (path: ListPath) => `/${path}` as const
const params = { subjectType: integer('Entry'), subjectId: text('Entry', { max: 60 }) }

const readCall = (path: ListPath, noun: string, permission: Permission) =>
  call({ method: 'GET', path: callPath(path), permission, summary: `Get the access list of ${noun}`, response: shape(listShape) })

export const plainListCalls = (path: ListPath, noun: string, view: Permission, update: Permission) => ({
  read: readCall(path, noun, view),
  replace: call({
    method: 'PUT',
    path: callPath(path),
    permission: update,
    summary: `Replace the access list of ${noun}`,
    body: listBody,
    response: shape(listShape),
  }),
})

/** Adds `POST` to add one entry and `DELETE {path}/{subjectType}/{subjectId}` to remove one (domain 4.5). */
export const accessListCalls = (path: ListPath, noun: string, area: ListArea) => ({
  read: readCall(path, noun, areaPermission(area, 'View')),
  replace: call({
    method: 'PUT',
    path: callPath(path),
    permission: areaPermission(area, 'Update'),
    summary: `Replace the access list of ${noun}`,
    body: { ...listBody, ...confirmationFlags },
    response: shape(listShape),
  }),
  add: call({
    method: 'POST',
    path: callPath(path),
    permission: areaPermission(area, 'Create'),
    summary: `Add someone to the access list of ${noun}`,
    body: { ...subject, ...version, hidesFromMe: confirmationFlags.hidesFromMe },
    response: shape(listShape),
    status: 201,
  }),
  remove: call({ ...removal(path, noun, areaPermission(area, 'Delete')), query: { ...version, ...confirmationFlags } }),
})

export const externalListCalls = (path: ListPath, noun: string, area: ListArea) => ({
  read: call({
    method: 'GET',
    path: callPath(path),
    permission: areaPermission(area, 'View'),
    summary: `Get the external access list of ${noun}`,
    response: shape(externalListShape),
  }),
  replace: call({
    method: 'PUT',
    path: callPath(path),
    permission: areaPermission(area, 'Update'),
    summary: `Replace the external access list of ${noun}`,
    body: { entries: list('Entries', { ...subject, ...entryFlags }, { max: 1000 }), ...version },
    response: shape(externalListShape),
  }),
  add: call({
    method: 'POST',
    path: callPath(path),
    permission: areaPermission(area, 'Create'),
    summary: `Add someone to the external access list of ${noun}`,
    body: { ...subject, ...entryFlags, ...version },
    response: shape(externalListShape),
    status: 201,
  }),
  remove: call({ ...removal(path, noun, areaPermission(area, 'Delete')), query: version }),
})

const removal = (path: ListPath, noun: string, permission: Permission) => ({
  method: 'DELETE' as const,
  path: `/${path}/:subjectType/:subjectId` as const,
  params: { id: id('Id'), ...params },
  permission,
  summary: `Remove someone from the access list of ${noun}`,
  response: nothing,
})

export type AccessListCalls = ReturnType<typeof accessListCalls>
export type ExternalListCalls = ReturnType<typeof externalListCalls>
export type PlainListCalls = ReturnType<typeof plainListCalls>
