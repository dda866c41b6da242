import { call, file, shape } from './call.ts'
import type { Resource } from './description.ts'
import { id, integer, optional, text, uuid } from './field.ts'
import { withArticle } from './plural.ts'

export const openFile = call({
  method: 'GET',
  path: '/files/:id/:name',
  permission: 'anyone',
  params: { id: uuid('File'), name: text('Name') },
  summary: 'Get the contents of a file by token or signed link',
  query: {
    expires: optional(text('Expires')),
    signature: optional(text('Signature')),
    /** User the URL was issued to; it is invalid for others. */
    for: optional(text('For')),
    download: optional(text('Download')),
    /** `png` converts a TIFF to a format browsers can show. */
    as: optional(text('As')),
  },
  response: file,
})

export const uploadFile = call({
  method: 'POST',
  path: '/files',
  permission: 'signed in',
  summary: 'Upload a file',
  upload: 'file',
  response: shape({
    id: uuid('Id'),
    name: text('Name'),
    url: text('Address'),
    size: integer('Size'),
    row: optional(id()),
  }),
  status: 201,
})

export const uploadImage = ({ path, names, permission }: Pick<Resource, 'path' | 'names' | 'permission'>) =>
  call({
    method: 'POST',
    path: `/${path}/Image`,
    permission: { any: [permission.create, permission.update].filter((name) => name !== undefined) },
    summary: `Upload a picture for ${withArticle(names)}`,
    upload: 'image',
    response: shape({ url: text('Address') }),
  })
