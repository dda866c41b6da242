import { boolean, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { assets as assetsModel, listAssets, queryAssets, readAsset } from '../../model/settings/assets.ts'
import { badRequest } from '../kit/request/errors.ts'
import { withOverrides } from '../kit/resource/routes.ts'
import { serve } from '../kit/resource/serve.ts'
import { is } from '../kit/sql/row-types.ts'
import { entityTable, uniqueName } from '../kit/sql/table.ts'

export const assetsTable = entityTable(
  'assets',
  {
    name: text().notNull(),
    category: smallint().notNull(),
    fileId: uuid().notNull(),
    /** Unsigned URL of the file, signed for responses. */
    url: text().notNull(),
    isPublicToExternal: boolean().notNull().default(false),
  },
  (t) => [uniqueName(t.name)],
)

export const assets = withOverrides(
  serve({
    resource: assetsModel,
    table: assetsTable,
    joins: 'left join files f on f.id = t.file_id',
    computed: { fileName: 'f.name', contentType: 'f.content_type', size: 'f.size::float8', width: 'f.width', height: 'f.height' },
    scope: (actor) => (actor.isExternal ? 't.is_public_to_external' : undefined),

    async beforeWrite(ctx, { fileId }, before) {
      if (!fileId || fileId === before?.fileId) return undefined
      const [file] = await ctx.rows({ id: is.uuid, name: is.text }, `select id, name from files where id = $1 and purpose = 'file'`, [
        fileId,
      ])
      if (!file) throw badRequest({ fileId: ['File not found.'] })
      return { url: `/api/files/${file.id}/${encodeURIComponent(file.name)}` }
    },
  }),
  { list: { call: listAssets }, query: { call: queryAssets }, read: { call: readAsset } },
)
