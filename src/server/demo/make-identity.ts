import { findBuiltInSetting, saveSetting } from '../../model/settings/app-settings.ts'
import { assets } from '../../model/settings/assets.ts'
import { AssetCategory, SettingValueType } from '../../model/settings/enums.ts'
import { storeFile } from '../kit/files/files.ts'
import type { Context } from '../kit/request/context.ts'
import { clientMarks, firmMark, markSize, markSvg } from './firm-marks.ts'
import { firmTexts } from './firm-texts.ts'
import { createCall, type Invoke } from './invoke.ts'

const storeMark = (ctx: Context, name: string, svg: string) =>
  storeFile(ctx, {
    name: `${name}.svg`,
    contentType: 'image/svg+xml',
    extension: 'svg',
    data: Buffer.from(svg),
    width: markSize,
    height: markSize,
  })

/** Stores the logo of a client and returns its URL; null for clients without one. */
export async function storeClientLogo(ctx: Context, { key, name }: { key: string; name: string }): Promise<string | null> {
  const mark = clientMarks[key]
  return mark ? (await storeMark(ctx, name, markSvg(mark))).path : null
}

/** Sets the firm's name, logo and texts, so that documents and the sign-in page show them. */
export async function makeIdentity(call: Invoke, ctx: Context) {
  const { id: fileId } = await storeMark(ctx, 'Firm logo', markSvg(firmMark))
  await call(createCall(assets), { body: { name: 'Firm logo', category: AssetCategory.Logo, fileId, isPublicToExternal: true } })
  for (const [key, value] of Object.entries({ ...firmTexts, 'general.logoFileId': fileId })) {
    const description = findBuiltInSetting(key)?.description ?? null
    await call(saveSetting, { params: { id: key }, body: { key, valueType: SettingValueType.Text, value, description } })
  }
}
