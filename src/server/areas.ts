import * as access from './access/index.ts'
import * as activity from './activity/index.ts'
import { knowEntities, takePartInUndo } from './activity/public.ts'
import * as catalogue from './catalogue/index.ts'
import { equipmentGroupPlaces, equipmentGroupUndo, equipmentUndo, makeCatalogue, takePartInReplacing } from './catalogue/public.ts'
import * as companies from './companies/index.ts'
import * as dashboard from './dashboard/index.ts'
import type { DatabaseProgram } from './database/migrate.ts'
import { projectsAreSeenWhen } from './kit/entity/rows.ts'
import type { Served } from './kit/entity/served.ts'
import { fileRoutes } from './kit/files/files.ts'
import type { Job } from './kit/jobs/jobs.ts'
import type { Context } from './kit/request/context.ts'
import type { Route } from './kit/request/routes.ts'
import * as projects from './projects/index.ts'
import { ownPart, seesProject, takePartInProjects } from './projects/public.ts'
import * as reports from './reports/index.ts'
import * as search from './search/index.ts'
import * as settings from './settings/index.ts'
import { makeBuiltInSettings } from './settings/public.ts'
import * as spaces from './spaces/index.ts'
import { areaGroupUndo, lineUndo, spacePlaces, projectPart as spacesPart, spaceUndo } from './spaces/public.ts'
import * as templates from './templates/index.ts'
import { makeNamingTemplates, templateLineUndo, templatePlaces } from './templates/public.ts'

interface Area {
  entities: Served<any>[]
  routes: Route[]
  jobs?: Job[]
  /** What others may read of it in SQL: name → query. Kept as code like the program, which may use all of them. */
  views?: Record<string, string>
  /** Functions and triggers of the database, kept as code and renewed when their text changes. */
  program?: string[]
}

/** What is mounted: one line per area, nothing is discovered. */
const areas: Area[] = [access, activity, companies, catalogue, templates, projects, spaces, reports, search, settings, dashboard]

export const entities: Served[] = areas.flatMap((area) => area.entities)
export const routes: Route[] = [...areas.flatMap((area) => area.routes), ...fileRoutes]
export const jobs: Job[] = areas.flatMap((area) => area.jobs ?? [])
export const databaseProgram: DatabaseProgram = {
  views: Object.assign({}, ...areas.map((area) => area.views ?? {})),
  statements: areas.flatMap((area) => area.program ?? []),
}

projectsAreSeenWhen(seesProject)
// What the areas below a project add to its life.
takePartInProjects(ownPart, spacesPart)
// Whose changes can be taken back as a set, and what is special about some.
knowEntities(entities)
takePartInUndo(equipmentUndo, equipmentGroupUndo, templateLineUndo, lineUndo, areaGroupUndo, spaceUndo)
// Where equipment stands that can be replaced by other.
// Locked in this order, as by every writer.
takePartInReplacing(templatePlaces, spacePlaces, equipmentGroupPlaces)

/** What a new installation has besides roles and the administrator (domain 6.18). */
export async function makeInitialData(ctx: Context): Promise<void> {
  await makeCatalogue(ctx)
  await makeBuiltInSettings(ctx)
  await makeNamingTemplates(ctx)
}

export { presence, seeing } from './projects/public.ts'
