import { buffer } from 'node:stream/consumers'
import { bigint, index, integer, text, uuid } from 'drizzle-orm/pg-core'
import type { FastifyReply } from 'fastify'
import type { AccessRule, Resource } from '../../../model/kit/description.ts'
import { openFile, uploadFile, uploadImage } from '../../../model/kit/file-calls.ts'
import { type FileStore, newFileKey } from '../../tools/file-store.ts'
import { ImageError } from '../../tools/image-error.ts'
import { readImage, tiffToPng } from '../../tools/images.ts'
import { checkSignature, contentDisposition, signPath } from '../../tools/signed-address.ts'
import type { Actor, Context, FileUrls } from '../request/context.ts'
import { badRequest, HttpError, notFound, unauthorized } from '../request/errors.ts'
import { answer, type ParsedRequest, type ReadOnly, type Requester, type Route } from '../request/routes.ts'
import { CustomResponse } from '../request/special.ts'
import { runInUserQueue } from '../request/turns.ts'
import { is, onlyRow, orNull } from '../sql/row-types.ts'
import { instantColumn, plainTable, userColumn } from '../sql/table.ts'

const signedHours = 24
/** What was made under somebody's rights is theirs: an address of it opens for whoever was told it and only for a while, their token always. */
const madeMinutes = 10

/** What is stored and how it is named; the contents are in the file store under `key`. */
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
    /** `download` files open only for the owner of the task; others for whoever has the address. */
    purpose: text().notNull().default('file'),
    createDate: instantColumn().notNull().defaultNow(),
    createdById: userColumn(),
  },
  (t) => [index('files_date').on(t.createDate)],
)

/** Secrets all nodes share, made once. */
export const secretsTable = plainTable('secrets', { name: text().primaryKey(), value: text().notNull() })

/** Made files are signed in another way: an address that somebody typed into a picture field never opens one. */
export const generatedFileMark = '?made'

const minute = 60_000
const hour = 60 * minute
const isOwnFile = (value: unknown): value is string => typeof value === 'string' && value.startsWith('/api/files/')

/**
 * Addresses are signed with a secret all nodes share. Those that are told somebody may hold for them alone: each time one is opened it
 * is asked what they may see then.
 */
export function createUrlSigner(secret: string, holder: Pick<Actor, 'userId' | 'isExternal'>): FileUrls {
  const secrets = { file: secret, download: `${secret} for downloads` }
  const signed = (path: string) => {
    const [plain = ''] = path.split('?')
    if (path.endsWith(generatedFileMark))
      return signPath(secrets.download, plain, new Date(Date.now() + madeMinutes * minute), holder.userId || undefined)
    // The same address for an hour, so that browsers can keep it.
    const guest = holder.isExternal ? holder.userId : undefined
    return signPath(secrets.file, plain, new Date(Math.ceil(Date.now() / hour) * hour + signedHours * hour), guest)
  }
  return {
    signed,
    stripSignature: (value) => (isOwnFile(value) ? signed(value) : value),
    opens: (path, given, purpose) => checkSignature(secrets[purpose], path, given, new Date()),
  }
}

/** Stores contents and answers their address. A row without contents cannot come about: the contents are written first. */
export async function storeFile(
  ctx: Context,
  file: { name: string; contentType: string; data: Buffer; width?: number; height?: number; purpose?: string; extension?: string },
) {
  const key = newFileKey(file.extension)
  const { size, sha256 } = await ctx.services.files.put(key, file.data, file.data.length)
  const name = file.name.replace(/[\p{Cc}/\\]/gu, '-').slice(0, 200) || 'file'
  const made = await ctx.rows(
    { id: is.uuid },
    `insert into files (key, name, content_type, size, sha256, width, height, purpose, created_by_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [key, name, file.contentType, size, sha256, file.width ?? null, file.height ?? null, file.purpose ?? 'file', ctx.actor.userId || null],
  )
  const { id } = onlyRow(made)
  return { id, name, size, path: `/api/files/${id}/${encodeURIComponent(name)}` }
}

/** Takes a picture for any call that is sent one: the content decides what it is, not its name. Nothing waits for it with a connection. */
export const imageUploadRoute = (call: ReturnType<typeof uploadImage>): Route =>
  answer(
    call,
    async (ctx, { prepared: image }) => {
      const { path } = await storeFile(ctx, image)
      return { url: ctx.addresses.signed(path) }
    },
    readPicture,
  )

async function readPicture({ file }: ParsedRequest, _look: ReadOnly, { userId, signal }: Requester) {
  const { name, data } = file!
  const stem = name.replace(/\.[^.]*$/, '').slice(0, 100) || 'image'
  const image = await runInUserQueue(userId, () => readImage(data, signal)).catch((error) => {
    throw asRefusal(error)
  })
  return { ...image, name: `${stem}.${image.extension}` }
}

const statuses: Record<ImageError['reason'], number> = { size: 413, type: 415, broken: 400 }
const asRefusal = (error: unknown) => (error instanceof ImageError ? badRequest([error.message], statuses[error.reason]) : error)

/** How many files are kept, and their bytes. */
export const countFiles = async (ctx: Context) =>
  onlyRow(
    await ctx.rows(
      { count: is.number, bytes: is.number },
      'select count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes from files',
    ),
  )

/** How long whoever asks has to wait until they have stored fewer than so many files within a day; 0 where they have. */
export async function uploadRetryAfterSeconds(ctx: Context, most: number): Promise<number> {
  const [last] = await ctx.rows(
    { seconds: is.number },
    `select ceil(extract(epoch from create_date + interval '1 day' - now()))::int as seconds from files
     where create_date > now() - interval '1 day' and created_by_id = $1 order by create_date desc offset $2 limit 1`,
    [ctx.actor.userId, most - 1],
  )
  return last?.seconds ?? 0
}

/** The contents of a stored file that the product itself has a use for; nothing where there is none. */
export async function readOwnFile(ctx: Context, id: string): Promise<Buffer | undefined> {
  const [file] = await ctx.rows({ key: is.text }, `select key from files where id::text = $1 and purpose = 'file'`, [id])
  return file && buffer((await ctx.services.files.get(file.key)).stream)
}

/** SHA-256 of the contents of files. */
export async function fileHashes(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.rows({ id: is.uuid, sha256: is.text }, 'select id, sha256 from files where id = any($1)', [ids])
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]))
}

/** A stored file whole, whatever it was made for, to be kept a second time. */
export async function readStoredFile(ctx: Context, id: string) {
  const [file] = await ctx.rows(
    { key: is.text, name: is.text, contentType: is.text },
    'select key, name, content_type as "contentType" from files where id = $1',
    [id],
  )
  return file && { name: file.name, contentType: file.contentType, data: await buffer((await ctx.services.files.get(file.key)).stream) }
}

/** Forgets a file, and removes its content once that is certain. */
export async function removeFile(ctx: Context, id: string | null) {
  if (!id) return
  const [file] = await ctx.rows({ key: is.text }, 'delete from files where id = $1 returning key', [id])
  if (!file) return
  ctx.after(async () => {
    await ctx.services.files.remove(file.key)
    await ctx.services.files.remove(pngKeyOf(file.key))
  })
}

/** `POST {path}/Image` of an entity that has a picture. */
export const entityImageRoute = (resource: Resource): Route => imageUploadRoute(uploadImage(resource))

/** What a browser may show in place; everything else is only ever saved. */
const shownInline = /^(image\/(png|jpeg|svg\+xml|webp|gif)|application\/pdf|text\/plain)/

/** `writing`: who may write something that files can belong to. */
export const fileRoutes = (writing: AccessRule): Route[] => [
  {
    call: openFile,
    async handler(ctx, { params, query }) {
      const plain = `/api/files/${params.id}/${encodeURIComponent(params.name)}`
      const opens = (purpose: 'file' | 'download') => ctx.addresses.opens(plain, query, purpose)
      if (!opens('file') && !opens('download') && !ctx.actor.userId) throw unauthorized()
      const [file] = await ctx.rows(
        { id: is.uuid, key: is.text, name: is.text, content_type: is.text, size: is.number, purpose: is.text, owner: orNull(is.uuid) },
        'select id, key, name, content_type, size, purpose, created_by_id as owner from files where id = $1',
        [params.id],
      )
      if (!file) throw notFound('File')
      const isMade = file.purpose === 'download'
      const isSigned = opens(isMade ? 'download' : 'file')
      // A browser keeps only what anybody with the address may see.
      const isKept = isSigned && query.for === null
      // An address that was told somebody alone opens what they may see now, and is their doing.
      const asking = isSigned && query.for !== null ? { ...ctx, actor: await ctx.services.currentPerson(query.for) } : ctx
      const hides = isMade ? hidesMade : asking.services.isFileHidden
      if (!isKept && (await hides(asking, file.id, file.owner))) throw notFound('File')
      if (isMade) await ctx.services.onGeneratedFileDownload(asking, file.id)
      if (query.as === 'png') {
        if (file.size > mostConverted) throw badRequest(['This is too large to be shown.'], 413)
        return new CustomResponse(async (reply) => sendAsPng(reply, await pngOf(ctx.services.files, file.key), isKept))
      }
      return new CustomResponse(async (reply) => {
        const [range, first, last] = /^bytes=(\d+)-(\d*)$/.exec(String(reply.request.headers.range ?? '')) ?? []
        const total = file.size
        const start = Number(first ?? 0)
        const end = Math.min(last ? Number(last) : total, total - 1)
        if (range && (start >= total || start > end)) return reply.code(416).header('content-range', `bytes */${total}`).send()
        const { stream } = await ctx.services.files.get(file.key, range ? { start, end } : undefined)
        const isInline = shownInline.test(file.content_type) && query.download === null
        reply.header('content-disposition', contentDisposition(file.name, isInline ? 'inline' : 'attachment'))
        reply.header('cache-control', isKept ? 'private, max-age=3600' : 'no-store')
        reply
          .header('accept-ranges', 'bytes')
          .header('content-length', end - start + 1)
          .type(file.content_type)
        reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${total}`)
        return reply.send(stream)
      })
    },
  },
  {
    call: { ...uploadFile, permission: writing },
    async handler(ctx, { file }) {
      const kept = await storeFile(ctx, { name: file!.name, contentType: typeOf(file!.name), data: file!.data })
      return { id: kept.id, name: kept.name, url: ctx.addresses.signed(kept.path), size: kept.size }
    },
  },
]

/** What was made under somebody's rights is for them, for whom they shared it with and for who looks after everybody's, whatever else names it. */
async function hidesMade(ctx: Context, id: string, owner: string | null): Promise<boolean> {
  const isOwn = owner === ctx.actor.userId && !ctx.actor.viewer
  const isOwnOrManaged = isOwn || ctx.actor.held.has('DownloadCenter.Manage')
  return !isOwnOrManaged && !(await ctx.services.canOpenFile(ctx, id))
}

/** What may be uploaded; larger files are not pictures. */
const mostConverted = 50 * 1024 * 1024

/** Stands beside the file; among contents without a row it goes after a day or two, and is made again when somebody asks. */
const pngKeyOf = (key: string) => `${key.split('.')[0]}-shown.png`
/** What is being drawn, and what could not be: neither is tried again for everybody who asks. */
const drawn = new Map<string, Promise<Buffer>>()
const mostKnown = 200

function pngOf(files: FileStore, key: string): Promise<Buffer> {
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
  const shown = pngKeyOf(key)
  if (await files.exists(shown)) return buffer((await files.get(shown)).stream)
  const png = await tiffToPng(await buffer((await files.get(key)).stream)).catch((error) => {
    throw asRefusal(error)
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
/** By ending, and only to types that cannot do harm when shown: markup is shown as text. */
const typeOf = (name: string) => types[name.split('.').pop()?.toLowerCase() ?? ''] ?? 'application/octet-stream'
