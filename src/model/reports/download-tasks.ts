import { call, nothing, page, paging, row, shape } from '../kit/call.ts'
import { boolean, choice, id, image, instant, integer, json, optional, text, user } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { arrayField, namedRef } from '../kit/response-fields.ts'
import { DownloadStatus, DownloadTaskCategory, TemplateType } from './enums.ts'

const filters = {
  templateTypes: { label: 'Type', kind: 'choice', field: 'templateType', options: TemplateType },
  downloadTaskCategories: { label: 'Category', kind: 'choice', field: 'downloadTaskCategory', options: DownloadTaskCategory },
} as const
const columns = ['fileName', 'status', 'size', 'createDate'] as const
const list = {
  optionalColumns: [
    'downloadTaskCategory',
    'projectName',
    'progressPercent',
    'expireDate',
    'project',
    'isSharedExternally',
    'templateType',
    'url',
    'errorMessage',
    'warnings',
    'attempts',
  ],
  search: ['fileName', 'projectName'],
  sort: ['-createDate'],
} as const
const fields = {
  fileName: text('File'),
  url: optional(image('Address')),
  status: choice('Status', DownloadStatus),
  templateType: choice('Type', TemplateType),
  downloadTaskCategory: choice('Category', DownloadTaskCategory),
  projectName: optional(text('Project')),
  progressPercent: integer('Progress', { unit: '%' }),
  errorMessage: optional(text('Error')),
  size: optional(integer('Size', { max: Number.MAX_SAFE_INTEGER })),
  startDate: optional(instant('Started')),
  finishDate: optional(instant('Finished')),
  expireDate: optional(instant('Kept until')),
  attempts: integer('Attempts'),
  /** External users who may see reports of the project can download it. */
  isSharedExternally: boolean('Shared externally'),
  userId: user('Owner'),
}
const names = { one: 'Download', many: 'Downloads' }
const computed = {
  parameters: json<unknown>('Asked for'),
  project: optional(namedRef('Project')),
  warnings: arrayField('Warnings', text('Warning')),
}

/** A requested file, from the request until its deletion thirty days after generation. */
export const downloadTasks = resource({
  path: 'DownloadCenter',
  entity: 'downloadTasks',
  route: '/download-center',
  names,
  permission: { view: 'DownloadCenter.View' },
  fields,
  computed,
  list: { columns, ...list, filters },
  title: 'fileName',
  ref: ['fileName'],
})

export const managedDownloadTasks = resource({
  path: 'DownloadCenter/Management',
  entity: 'downloadTasks',
  route: '/manage-download-center',
  names,
  permission: { view: 'DownloadCenter.Manage' },
  fields,
  computed,
  list: {
    columns: ['fileName', 'user', 'status', 'createDate'],
    ...list,
    search: [...list.search, 'user.firstName', 'user.lastName'],
    filters: { ...filters, userIds: { label: 'Owner', kind: 'user', field: 'userId' } },
  },
  title: 'fileName',
  ref: ['fileName'],
})

const ownerOrManager = { any: ['DownloadCenter.View', 'DownloadCenter.Manage'] } as const
export const retryDownload = call({
  method: 'PUT',
  path: '/DownloadCenter/:id/Retry',
  permission: ownerOrManager,
  summary: 'Retry a failed download with current data',
  response: row(downloadTasks),
})
export const deleteDownload = call({
  method: 'DELETE',
  path: '/DownloadCenter/:id',
  permission: ownerOrManager,
  summary: 'Delete a download',
  response: nothing,
})
export const shareDownload = call({
  method: 'PUT',
  path: '/DownloadCenter/:id/Share',
  permission: 'ProjectReports.View',
  summary: 'Share a report of a project with external users, or stop sharing it; only for its owner',
  body: { isSharedExternally: boolean('Shared externally') },
  response: row(downloadTasks),
})
/** Opens with the viewer's token, as long as they have access. */
export const sharedReport = {
  id: id(),
  fileName: text('File'),
  date: optional(instant('Date')),
  size: optional(integer('Size', { max: Number.MAX_SAFE_INTEGER })),
  url: optional(image('Address')),
}
export const sharedReports = call({
  method: 'GET',
  path: '/externalProjects/:id/Reports',
  permission: 'ExternalProjects.View',
  summary: 'List the shared reports of a project, newest first',
  query: paging,
  response: page(shape(sharedReport)),
})
