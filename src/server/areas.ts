import type { AccessRule } from '../model/kit/description.ts'
import type { Permission } from '../model/permissions.ts'
import { area as access } from './access/index.ts'
import { area as activity } from './activity/index.ts'
import type { Area } from './area.ts'
import { area as backups } from './backups/index.ts'
import { area as bids } from './bids/index.ts'
import { area as catalog } from './catalog/index.ts'
import { area as checks } from './checks/index.ts'
import { area as companies } from './companies/index.ts'
import { area as contracts } from './contracts/index.ts'
import { area as dashboard } from './dashboard/index.ts'
import type { DatabaseProgram } from './database/migrate.ts'
import { area as drawings } from './drawings/index.ts'
import { area as hours } from './hours/index.ts'
import { area as inbox } from './inbox/index.ts'
import { area as integrations } from './integrations/index.ts'
import type { Served } from './kit/entity/served.ts'
import { entityImageRoute, fileRoutes } from './kit/files/files.ts'
import type { AreaExtensions, Context, Job } from './kit/request/context.ts'
import type { Route } from './kit/request/routes.ts'
import { canNameFiles } from './kit/resource/file-owners.ts'
import { area as offers } from './offers/index.ts'
import { area as papers } from './papers/index.ts'
import { area as planning } from './planning/index.ts'
import { area as plans } from './plans/index.ts'
import { area as portal } from './portal/index.ts'
import { area as programs } from './programs/index.ts'
import { area as projects } from './projects/index.ts'
import { area as reports } from './reports/index.ts'
import { area as search } from './search/index.ts'
import { indexesOf } from './search/public.ts'
import { area as settings } from './settings/index.ts'
import { area as site } from './site/index.ts'
import { area as spaces } from './spaces/index.ts'
import { area as starter } from './starter/index.ts'
import { area as templates } from './templates/index.ts'
import { area as wireCad } from './wire-cad/index.ts'

/** All areas, listed explicitly: there is no discovery and no self-registration. */
const areas: Area[] = [
  access,
  activity,
  companies,
  catalog,
  templates,
  projects,
  plans,
  spaces,
  drawings,
  checks,
  contracts,
  planning,
  offers,
  hours,
  wireCad,
  integrations,
  reports,
  portal,
  bids,
  papers,
  search,
  settings,
  backups,
  dashboard,
  inbox,
  programs,
  starter,
  site,
]

export const entities: Served[] = areas.flatMap((area) => area.entities)
const routesOfAreas: Route[] = [
  ...areas.flatMap((area) => area.routes),
  ...entities.flatMap((entity) => entity.routes),
  ...entities.filter(({ resource }) => resource.image).map(({ resource }) => entityImageRoute(resource)),
]
/**
 * A user may upload files with any permission to write an entity that has files. View permissions do not count, even for calls that copy
 * files.
 */
const writers = routesOfAreas.filter(({ call }) => canNameFiles(call.body)).flatMap(({ call }) => permissionsIn(call.permission))
const toWrite = new Set(writers.filter((name) => !name.endsWith('View')))
export const routes: Route[] = [...routesOfAreas, ...fileRoutes({ any: [...toWrite] })]
export const jobs: Job[] = areas.flatMap((area) => area.jobs ?? [])

export const offered: AreaExtensions = {
  entities,
  projectParts: areas.flatMap((area) => area.projectPart ?? []),
  personParts: areas.flatMap((area) => area.personPart ?? []),
  undoParts: areas.flatMap((area) => area.undo ?? []),
  equipmentPlaces: areas.flatMap((area) => area.places ?? []),
  inboxSubjects: areas.flatMap((area) => area.inbox ?? []),
  connections: areas.flatMap((area) => area.connections ?? []),
  searchables: mergeUnique(areas.map((area) => area.search ?? {})),
  fileOpeners: areas.flatMap((area) => area.opensFile ?? []),
  makers: mergeUnique(areas.map((area) => area.exports ?? {})),
}

export const databaseProgram: DatabaseProgram = {
  views: mergeUnique(areas.map((area) => area.views ?? {})),
  statements: [...areas.flatMap((area) => area.program ?? []), ...indexesOf(Object.values(offered.searchables))],
}

export async function makeInitialData(ctx: Context): Promise<void> {
  for (const area of areas) await area.initial?.(ctx)
}

export const cleanings = areas.flatMap(({ cleaning }) => cleaning ?? [])

function permissionsIn(need: AccessRule): readonly Permission[] {
  if (typeof need === 'object') return 'all' in need ? need.all : need.any
  return need === 'anyone' || need === 'signed in' || need === 'internal' ? [] : [need]
}

function mergeUnique<T extends object>(parts: T[]): T {
  const names = parts.flatMap((part) => Object.keys(part))
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice) throw new Error(`Two areas offer "${twice}".`)
  return Object.assign({}, ...parts)
}
