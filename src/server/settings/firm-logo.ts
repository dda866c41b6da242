import { buffer } from 'node:stream/consumers'
import type { Context } from '../kit/request/context.ts'
import { is } from '../kit/sql/row-types.ts'
import { smallPng } from '../tools/images.ts'
import { settingsOf } from './app-settings-table.ts'

const heightInches = 0.42
const most = { width: 600, height: 150 }

/** The logo of the settings as a Word file takes it; nothing where none is set, or where it cannot be read any more. */
export async function firmLogo(ctx: Context) {
  const { 'general.logoFileId': id, 'general.companyName': name } = await settingsOf(ctx, 'general.logoFileId', 'general.companyName')
  if (!id) return undefined
  const [file] = await ctx.rows({ key: is.text }, 'select key from files where id::text = $1', [id])
  if (!file) return undefined
  const data = await buffer((await ctx.services.files.get(file.key)).stream)
  const image = await smallPng(data, most).catch(() => undefined)
  if (!image) return undefined
  return {
    picture: image.data,
    extension: 'png' as const,
    alt: `Logo of ${name || 'the firm'}`,
    widthInches: (heightInches * image.width) / image.height,
    heightInches,
  }
}
