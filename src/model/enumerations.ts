import * as access from './access/enums.ts'
import * as activity from './activity/enums.ts'
import * as bids from './bids/enums.ts'
import * as catalog from './catalog/enums.ts'
import * as companies from './companies/enums.ts'
import * as contracts from './contracts/enums.ts'
import * as drawings from './drawings/enums.ts'
import * as hours from './hours/enums.ts'
import * as integrations from './integrations/enums.ts'
import type { Enumeration } from './kit/enumeration.ts'
import * as kit from './kit/enums.ts'
import * as papers from './papers/enums.ts'
import * as planning from './planning/enums.ts'
import * as plans from './plans/enums.ts'
import * as projects from './projects/enums.ts'
import * as reports from './reports/enums.ts'
import * as settings from './settings/enums.ts'
import * as site from './site/enums.ts'
import * as spaces from './spaces/enums.ts'
import * as templates from './templates/enums.ts'
import * as wireCad from './wire-cad/enums.ts'

export const enumerations = {
  ...kit,
  ...access,
  ...companies,
  ...catalog,
  ...templates,
  ...projects,
  ...spaces,
  ...drawings,
  ...contracts,
  ...planning,
  ...hours,
  ...reports,
  ...activity,
  ...integrations,
  ...wireCad,
  ...settings,
  ...site,
  ...bids,
  ...papers,
  ...plans,
} satisfies Record<string, Enumeration>
