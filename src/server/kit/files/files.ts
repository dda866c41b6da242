import { buffer } from 'node:stream/consumers'
import { bigint, index, integer, text, uuid } from 'drizzle-orm/pg-core'
import type { FastifyReply } from 'fastify'
import type { AccessRule, Resource } from '../../../model/kit/description.ts'
import { openFile, uploadFile, uploadImage } from '../../../model/kit/file-calls.ts'
import { type FileStore, newFileKey } from '../../tools/file-store.ts'
import { ImageError } from '../../tools/image-error.ts'
import { readImage, tiffToPng } from '../../tools/images.ts'
import { checkSignature, cleanFileName, contentDisposition, signPath } from '../../tools/signed-address.ts'
import type { Actor, Context, FileUrls } from '../request/context.ts'
import { CustomResponse } from '../request/custom-response.ts'
import { badRequest, HttpError, notFound, unauthorized } from '../request/errors.ts'
import { defineRoute, type ParsedRequest, type ReadOnly, type Requester, type Route, type UploadedFile } from '../request/routes.ts'
import { runInUserQueue } from '../request/user-queue.ts'
import { is, onlyRow, orNull } from '../sql/row-types.ts'
import { instantColumn, plainTable, userColumn } from '../sql/table.ts'

const signedHours = 24
/** Generated files belong to one user: a URL opens them only for a short time, the owner's session always. */
const madeMinutes = 10

export const filesTable = plainTable(
  'files',
  {
    id: uuid().primaryKey().defaultRandom(),
    key: text().notNull(),
    name: text().notNull(),
    contentType: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    width: integer(),
    height: integer(),
    /** `download` files open only for the task's owner; others for any holder of the URL. */
    purpose: text().notNull().default('file'),
    createDate: instantColumn().notNull().defaultNow(),
    createdById: userColumn(),
  },
  (t) => [index('files_date').on(t.createDate)],
)

/** Secrets shared by all nodes, created once. */
export const secretsTable = plainTable('secrets', { name: text().primaryKey(), value: text().notNull() })

/** Generated files use a different signature: a URL typed into an image field never opens one. */
export const generatedFileMark = '?made'

const minute = 60_000
const hour = 60 * minute
const isOwnFile = (value: unknown): value is string => typeof value === 'string' && value.startsWith('/api/files/')

/** Signs URLs with a secret shared by all nodes. A URL for a specific user re-checks that user's permissions each time it is opened. */
export function createUrlSigner(secret: string, holder: Pick<Actor, 'userId' | 'isExternal'>): FileUrls {
  const secrets = { file: secret, download: `${secret} for downloads` }
  const signed = (path: string) => {
    const [plain = ''] = path.split('?')
    if (path.endsWith(generatedFileMark))
      return signPath(secrets.download, plain, new Date(Date.now() + madeMinutes * minute), holder.userId || undefined)
    // The URL stays the same for an hour, so that browsers can cache it.
    const guest = holder.isExternal ? holder.userId : undefined
    return signPath(secrets.file, plain, new Date(Math.ceil(Date.now() / hour) * hour + signedHours * hour), guest)
  }
  return {
    signed,
    stripSignature: (value) => (isOwnFile(value) ? signed(value) : value),
    opens: (path, signatureQuery, purpose) => checkSignature(secrets[purpose], path, signatureQuery, new Date()),
  }
}

/** Stores contents and returns their URL. The contents are written first, so no row exists without contents. */
export async function storeFile(
  ctx: Context,
  file: { name: string; contentType: string; data: Buffer; width?: number; height?: number; purpose?: string; extension?: string },
) {
  const key = newFileKey(file.extension)
  const { size, sha256 } = await ctx.services.files.put(key, file.data, file.data.length)
  const name = cleanFileName(file.name).slice(0, 200) || 'file'
  const { contentType, width, height, purpose = 'file' } = file
  const created = await ctx.insert(filesTable, { key, name, contentType, size, sha256, width, height, purpose }, { returning: ['id'] })
  const { id } = onlyRow(created)
  return { id, name, size, path: `/api/files/${id}/${encodeURIComponent(name)}` }
}

/** Handles an image upload. The content determines the type, not the name. Processing holds no database connection. */
export const imageUploadRoute = (call: ReturnType<typeof uploadImage>): Route =>
  defineRoute(
    call,
    async (ctx, { prepared: image }) => {
      const { path } = await storeFile(ctx, image)
      return { url: ctx.addresses.signed(path) }
    },
    (request: ParsedRequest, _look: ReadOnly, by: Requester) => readUploadedImage(request, by),
  )

const readUploadedImage = ({ file }: Pick<ParsedRequest, 'file'>, by: Requester) => readUploadedPicture(file!, by)

/** Reads a JPEG, PNG, or SVG by its content. */
export async function readUploadedPicture({ name, data }: UploadedFile, { userId, signal }: Requester) {
  const stem = name.replace(/\.[^.]*$/, '').slice(0, 100) || 'image'
  const image = await runInUserQueue(userId, () => readImage(data, signal)).catch((error) => {
    throw imageErrorToHttp(error)
  })
  return { ...image, name: `${stem}.${image.extension}` }
}

/**
 * Reads the photos of a multipart request: JPEG and PNG, recognized by content. Positions and other notes of the camera are removed. Throws
 * if one is neither.
 */
export async function readUploadedPhotos({ files = [] }: ParsedRequest, _look: ReadOnly, { userId, signal }: Requester) {
  const photos: Awaited<ReturnType<typeof readUploadedImage>>[] = []
  for (const file of files) {
    const photo = await readUploadedImage({ file }, { userId, signal })
    if (photo.extension === 'svg') throw badRequest(['Only JPEG and PNG photos can be used.'], 415)
    photos.push(photo)
  }
  return photos
}

const statuses: Record<ImageError['reason'], number> = { size: 413, type: 415, broken: 400 }
const imageErrorToHttp = (error: unknown) => (error instanceof ImageError ? badRequest([error.message], statuses[error.reason]) : error)

export const countFiles = async (ctx: Context) =>
  onlyRow(
    await ctx.rows(
      { count: is.number, bytes: is.number },
      'select count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes from files',
    ),
  )

/** Seconds until the user has uploaded fewer than `most` files within a day; 0 if that is already true. */
export async function uploadRetryAfterSeconds(ctx: Context, most: number): Promise<number> {
  const [last] = await ctx.rows(
    { seconds: is.number },
    `select ceil(extract(epoch from create_date + interval '1 day' - now()))::int as seconds from files
     where create_date > now() - interval '1 day' and created_by_id = $1 order by create_date desc offset $2 limit 1`,
    [ctx.actor.userId, most - 1],
  )
  return last?.seconds ?? 0
}

export async function readOwnFile(ctx: Context, id: string): Promise<Buffer | undefined> {
  const [file] = await ctx.rows({ key: is.text }, `select key from files where id::text = $1 and purpose = 'file'`, [id])
  return file && buffer((await ctx.services.files.get(file.key)).stream)
}

export async function fileHashes(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.rows({ id: is.uuid, sha256: is.text }, 'select id, sha256 from files where id = any($1)', [ids])
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]))
}

/** Reads a complete stored file of any purpose, in order to store a copy. */
export async function readStoredFile(ctx: Context, id: string) {
  const [file] = await ctx.rows(
    { key: is.text, name: is.text, contentType: is.text },
    'select key, name, content_type from files where id = $1',
    [id],
  )
  return file && { name: file.name, contentType: file.contentType, data: await buffer((await ctx.services.files.get(file.key)).stream) }
}

/** Deletes a file's row, and its contents after the commit. */
export async function removeFile(ctx: Context, id: string | null) {
  if (!id) return
  const [file] = await ctx.rows({ key: is.text }, 'delete from files where id = $1 returning key', [id])
  if (!file) return
  ctx.after(async () => {
    await ctx.services.files.remove(file.key)
    await ctx.services.files.remove(previewKey(file.key))
  })
}

export const entityImageRoute = (resource: Resource): Route => imageUploadRoute(uploadImage(resource))

/** Types a browser may display inline; all others are sent as attachments. */
const shownInline = /^(image\/(png|jpeg|svg\+xml|webp|gif)|application\/pdf|text\/plain)/

export const fileRoutes = (writing: AccessRule): Route[] => [
  {
    call: openFile,
    async handler(ctx, { params, query }) {
      const plain = `/api/files/${params.id}/${encodeURIComponent(params.name)}`
      const opens = (purpose: 'file' | 'download') => ctx.addresses.opens(plain, query, purpose)
      if (!opens('file') && !opens('download') && !ctx.actor.userId) throw unauthorized()
      const [file] = await ctx.rows(
        { id: is.uuid, key: is.text, name: is.text, contentType: is.text, size: is.number, purpose: is.text, owner: orNull(is.uuid) },
        'select id, key, name, content_type, size, purpose, created_by_id as owner from files where id = $1',
        [params.id],
      )
      if (!file) throw notFound('File')
      const isMade = file.purpose === 'download'
      const isSigned = opens(isMade ? 'download' : 'file')
      // Browsers may cache only responses that any holder of the URL may see.
      const isKept = isSigned && query.for === null
      // A URL issued to one user opens with that user's current permissions and is logged as their action.
      const asking = isSigned && query.for !== null ? { ...ctx, actor: await ctx.services.currentPerson(query.for) } : ctx
      const hides = isMade ? hidesMade : asking.services.isFileHidden
      if (!isKept && (await hides(asking, file.id, file.owner))) throw notFound('File')
      if (isMade) await ctx.services.onGeneratedFileDownload(asking, file.id)
      if (query.as === 'png') {
        if (file.size > mostConverted) throw badRequest(['This is too large to be shown.'], 413)
        return new CustomResponse(async (reply) => sendAsPng(reply, await loadPreview(ctx.services.files, file.key), isKept))
      }
      return new CustomResponse(async (reply) => {
        const [range, first, last] = /^bytes=(\d+)-(\d*)$/.exec(String(reply.request.headers.range ?? '')) ?? []
        const total = file.size
        const start = Number(first ?? 0)
        const end = Math.min(last ? Number(last) : total, total - 1)
        if (range && (start >= total || start > end)) return reply.code(416).header('content-range', `bytes */${total}`).send()
        const { stream } = await ctx.services.files.get(file.key, range ? { start, end } : undefined)
        const isInline = shownInline.test(file.contentType) && query.download === null
        reply.header('content-disposition', contentDisposition(file.name, isInline ? 'inline' : 'attachment'))
        reply.header('cache-control', isKept ? 'private, max-age=3600' : 'no-store')
        reply
          .header('accept-ranges', 'bytes')
          .header('content-length', end - start + 1)
          .type(file.contentType)
        reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${total}`)
        return reply.send(stream)
      })
    },
  },
  {
    call: { ...uploadFile, permission: writing },
    async handler(ctx, { file }) {
      const stored = await storeFile(ctx, { name: file!.name, contentType: safeContentType(file!.name), data: file!.data })
      return { id: stored.id, name: stored.name, url: ctx.addresses.signed(stored.path), size: stored.size }
    },
  },
]

/**
 * A generated file is visible to its owner while they hold the permissions that made it, to users it was shared with, and to download
 * managers, regardless of other references.
 */
async function hidesMade(ctx: Context, id: string, owner: string | null): Promise<boolean> {
  const isOwn = owner === ctx.actor.userId && !ctx.actor.viewer && (await ctx.services.holdsNeedsOfFile(ctx, id))
  const isOwnOrManaged = isOwn || ctx.actor.held.has('DownloadCenter.Manage')
  return !isOwnOrManaged && !(await ctx.services.canOpenFile(ctx, id))
}

/** Upload limit for images; a larger file is not an image. */
const mostConverted = 50 * 1024 * 1024

/** The preview is stored next to the file without a row, so the sweep deletes it after a day or two. It is created again on request. */
const previewKey = (key: string) => `${key.split('.')[0]}-shown.png`
/** Previews in progress and failed ones, so that repeated requests do not retry them. */
const drawn = new Map<string, Promise<Buffer>>()
const mostKnown = 200

function loadPreview(files: FileStore, key: string): Promise<Buffer> {
  const known = drawn.get(key)
  if (known) return known
  const made = drawPng(files, key)
  drawn.set(key, made)
  const [oldest] = drawn.keys()
  if (drawn.size > mostKnown && oldest !== undefined) drawn.delete(oldest)
  made.then(
    () => drawn.delete(key),
    (error) => error instanceof HttpError || drawn.delete(key),
  )
  return made
}

async function drawPng(files: FileStore, key: string): Promise<Buffer> {
  const shown = previewKey(key)
  if (await files.exists(shown)) return buffer((await files.get(shown)).stream)
  const png = await tiffToPng(await buffer((await files.get(key)).stream)).catch((error) => {
    throw imageErrorToHttp(error)
  })
  await files.put(shown, png, png.length)
  return png
}

function sendAsPng(reply: FastifyReply, png: Buffer, isSigned: boolean) {
  return reply
    .header('cache-control', isSigned ? 'private, max-age=3600' : 'no-store')
    .header('content-disposition', 'inline')
    .type('image/png')
    .send(png)
}

const types: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  txt: 'text/plain; charset=utf-8',
  log: 'text/plain; charset=utf-8',
  json: 'text/plain; charset=utf-8',
  xml: 'text/plain; charset=utf-8',
  html: 'text/plain; charset=utf-8',
  config: 'text/plain; charset=utf-8',
}
/** Derives the type from the extension, limited to types that are safe to display: markup is sent as text. */
export const safeContentType = (name: string) => types[name.split('.').pop()?.toLowerCase() ?? ''] ?? 'application/octet-stream'
