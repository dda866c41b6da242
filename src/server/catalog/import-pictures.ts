import { equipments as equipmentsModel } from '../../model/catalog/equipment.ts'
import { inBatches, recordAudit } from '../kit/entity/audit.ts'
import { storeFile } from '../kit/files/files.ts'
import type { Context, Job } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { NoResponseError, readAddress, StatusError, TooLargeError } from '../tools/http-get.ts'
import { ImageError } from '../tools/image-error.ts'
import { readImage } from '../tools/images.ts'
import { PrivateAddressError } from '../tools/public-address.ts'
import { equipments } from './equipment.ts'

interface Wanted {
  id: number
  imageAddress?: string
}
interface PicturesInput {
  pictures: { id: number; address: string }[]
}

const picturesPerJob = 20
/** The limit of an uploaded picture. */
const mostBytes = 10 * 1024 * 1024
const timeoutMs = 15_000

/** Loads the pictures that an import names, after its commit. */
export async function requestPictures(ctx: Context, wanted: Wanted[]): Promise<void> {
  const pictures = wanted.flatMap(({ id, imageAddress }) => (imageAddress ? { id, address: imageAddress } : []))
  await inBatches(pictures, (some) => ctx.enqueue(loadPictures, { actorId: ctx.actor.userId || undefined, pictures: some }), picturesPerJob)
}

/** A picture that was stored by an earlier attempt, or uploaded meanwhile, is left as it is. */
export const loadPictures: Job<PicturesInput> = {
  name: 'import pictures',
  shareOf: () => 'import pictures',
  atOnce: 1,
  async run({ read, work }, { input: { pictures }, attempt, signal }) {
    const { missing, mayBePrivate } = await read(async (ctx) => ({
      missing: await withoutPicture(ctx, pictures),
      mayBePrivate: ctx.services.settings.mayHookPrivate,
    }))
    let isBusy = false
    for (const { id, address } of pictures.filter((one) => missing.has(one.id))) {
      const picture = await loadPicture(address, mayBePrivate, signal)
      signal.throwIfAborted()
      if (typeof picture !== 'string') await work((ctx) => storePicture(ctx, id, picture))
      else if (picture === tryLater && attempt < mostAttempts) isBusy = true
      else await work((ctx) => recordRefusal(ctx, id, picture))
    }
    if (isBusy) throw new Error(tryLater)
  },
  attempts: 3,
}
const mostAttempts = 3
const tryLater = 'The address does not respond.'

async function withoutPicture(ctx: Context, pictures: PicturesInput['pictures']): Promise<Set<number>> {
  const rows = await ctx.rows({ id: is.number }, 'select id from equipments where id = any($1) and image_url is null and not is_deleted', [
    pictures.map(({ id }) => id),
  ])
  return new Set(rows.map(({ id }) => id))
}

/** Returns the picture, or the reason why there is none. */
async function loadPicture(address: string, mayBePrivate: boolean, signal: AbortSignal) {
  try {
    const data = await readAddress({ address, timeoutMs, mostBytes, mayBePrivate, signal })
    const image = await readImage(data, signal)
    const [stem = ''] = (new URL(address).pathname.split('/').at(-1) ?? '').split('.')
    return { ...image, name: `${stem.slice(0, 100) || 'image'}.${image.extension}` }
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof NoResponseError) return tryLater
    if (error instanceof ImageError || error instanceof PrivateAddressError || error instanceof TooLargeError) return error.message
    if (error instanceof StatusError) return error.status >= 500 || error.status === 429 ? tryLater : error.message
    // Messages of libraries may reveal internal addresses.
    return 'The address cannot be reached.'
  }
}

async function storePicture(ctx: Context, id: number, image: Parameters<typeof storeFile>[1]) {
  if (!(await withoutPicture(ctx, [{ id, address: '' }])).has(id)) return
  const { path } = await storeFile(ctx, image)
  await equipments.update(ctx, id, { imageUrl: path }, { title: 'Picture of the import stored' })
}

async function recordRefusal(ctx: Context, id: number, reason: string) {
  const { model } = await equipments.get(ctx, id)
  await recordAudit(ctx, [
    {
      action: 'Import',
      entity: equipmentsModel.entity,
      entityId: id,
      entityName: model,
      outcome: reason,
      activity: { title: `Picture of the import not stored: ${reason}` },
    },
  ])
}
