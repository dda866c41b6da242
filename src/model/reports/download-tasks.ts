import { call, nothing, row } from '../kit/call.ts'
import type { Ref } from '../kit/description.ts'
import { choice, image, instant, integer, json, optional, text, user } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { DownloadStatus, DownloadTaskCategory, TemplateType } from './enums.ts'

const filters = {
  templateTypes: { label: 'Type', kind: 'choice', field: 'templateType', options: TemplateType },
  downloadTaskCategories: { label: 'Category', kind: 'choice', field: 'downloadTaskCategory', options: DownloadTaskCategory },
} as const
const columns = [
  'fileName',
  'downloadTaskCategory',
  'projectName',
  'status',
  'progressPercent',
  'size',
  'createDate',
  'expireDate',
] as const
const list = {
  more: ['project', 'templateType', 'url', 'errorMessage', 'attempts'],
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
  userId: user('Owner'),
}
const names = { one: 'Download', many: 'Downloads' }
const computed = { parameters: json<unknown>('Asked for'), project: json<Ref | null>('Project') }

/** A file somebody asked for, from the request until it is removed thirty days after it was made. */
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

/** The same for whoever looks after everybody's. */
export const managedDownloadTasks = resource({
  path: 'DownloadCenter/Management',
  entity: 'downloadTasks',
  route: '/manage-download-center',
  names,
  permission: { view: 'DownloadCenter.Manage' },
  fields,
  computed,
  list: {
    columns: [...columns.slice(0, 2), 'user', ...columns.slice(2)],
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
  summary: 'Make a failed file again, with the data as of now',
  answer: row(downloadTasks),
})
export const deleteDownload = call({
  method: 'DELETE',
  path: '/DownloadCenter/:id',
  permission: ownerOrManager,
  summary: 'Remove a download',
  answer: nothing,
})
