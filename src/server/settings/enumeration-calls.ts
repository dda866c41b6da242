import { environment } from '../../model/access/account-calls.ts'
import { countries, mainCountries, regions } from '../../model/companies/places.ts'
import { enumerations } from '../../model/enumerations.ts'
import { readEnumerations } from '../../model/settings/enumeration-calls.ts'
import { answer, type Route } from '../kit/serve.ts'
import { version } from '../version.ts'

const testingNotice = 'This is a testing site. What you enter here may be changed or removed at any time.'

export const enumerationRoutes: Route[] = [
  answer(readEnumerations, async () => ({ enumerations, mainCountries, countries, regions })),
  answer(environment, async (ctx) => {
    const { badge } = ctx.services.settings
    return { badge, version, productName: 'DNA', notices: badge === 'LIVE' ? [] : [testingNotice] }
  }),
]
