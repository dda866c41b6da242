import { environment } from '../../model/access/account-calls.ts'
import { countries, mainCountries, regions } from '../../model/companies/places.ts'
import { enumerations } from '../../model/enumerations.ts'
import { readEnumerations } from '../../model/kit/enumeration-calls.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { is } from '../kit/sql/row-types.ts'
import { version } from '../version.ts'
import { loadAppSettings } from './app-settings-table.ts'

async function readEnvironment(ctx: Context) {
  const { badge } = ctx.services.settings
  const storedSettings = await loadAppSettings(
    ctx,
    'general.productName',
    'general.companyName',
    'general.logoFileId',
    'general.supportEmail',
    'general.testingNotice',
  )
  const notice = storedSettings['general.testingNotice']
  const logo = storedSettings['general.logoFileId']
  const [file] = logo
    ? await ctx.rows({ url: is.text }, 'select url from assets where file_id::text = $1 and not is_deleted limit 1', [logo])
    : []
  return {
    badge,
    version,
    // The name cannot be removed.
    productName: storedSettings['general.productName'] ?? '',
    companyName: storedSettings['general.companyName'],
    logoUrl: file ? ctx.addresses.signed(file.url) : null,
    supportEmail: storedSettings['general.supportEmail'],
    notices: badge === 'LIVE' || !notice ? [] : [notice],
  }
}

export const enumerationRoutes: Route[] = [
  defineRoute(readEnumerations, async () => ({
    enumerations,
    mainCountries: [...mainCountries],
    countries: [...countries],
    regions: Object.fromEntries(Object.entries(regions).map(([country, places]) => [country, [...places]])),
  })),
  defineRoute(environment, readEnvironment),
]
