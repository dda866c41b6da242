import { call, page, row, standardCalls } from '../kit/call.ts'
import { boolean, choice, defaulted, image, integer, name, optional, text, uuid } from '../kit/field.ts'
import { resource } from '../kit/resource.ts'
import { AssetCategory } from './enums.ts'

export const assets = resource({
  path: 'assets',
  route: '/assets',
  names: { one: 'Shared asset', many: 'Shared assets' },
  permission: { view: 'AppSettings.View', create: 'AppSettings.Create', update: 'AppSettings.Update', delete: 'AppSettings.Delete' },
  fields: {
    name: name('Name'),
    category: defaulted(choice('Category', AssetCategory), AssetCategory.Other),
    fileId: uuid('File'),
    isPublicToExternal: defaulted(boolean('Also for external users'), false),
  },
  computed: {
    /** Signed URL, so that a page can display or download it. */
    url: image('Address'),
    fileName: text('File name'),
    contentType: text('Kind of file'),
    size: integer('Size', { max: Number.MAX_SAFE_INTEGER }),
    width: optional(integer('Width')),
    height: optional(integer('Height')),
  },
  list: {
    columns: ['name', 'category', 'fileName', 'contentType', 'size', 'isPublicToExternal', 'updateDate', 'updatedBy'],
    optionalColumns: ['fileId', 'url', 'width', 'height', 'createDate', 'createdBy'],
    search: ['name'],
    sort: ['name'],
    filters: { categories: { label: 'Category', kind: 'choice', field: 'category', options: AssetCategory } },
  },
  ref: ['name'],
  image: true,
})

const { list, query, read } = standardCalls(assets)
/** Open to all signed-in users; external users do not see internal assets. */
export const listAssets = call({ ...list, path: '/assets', permission: 'signed in', response: page(row(assets)) })
export const queryAssets = call({ ...query, path: '/assets/query', permission: 'signed in', response: page(row(assets)) })
export const readAsset = call({ ...read, path: '/assets/:id', permission: 'signed in', response: row(assets) })
