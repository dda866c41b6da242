import * as access from './access/index.ts'
import * as activity from './activity/index.ts'
import * as catalogue from './catalogue/index.ts'
import { makeCatalogue } from './catalogue/public.ts'
import * as companies from './companies/index.ts'
import type { Context, Services } from './kit/context.ts'
import { fileRoutes } from './kit/files.ts'
import type { Job } from './kit/jobs.ts'
import type { Route, Served } from './kit/serve.ts'
import * as reports from './reports/index.ts'
import * as settings from './settings/index.ts'

/** What is mounted: one line per area, nothing is discovered. */
const areas: { entities: Served<any>[]; routes: Route[]; jobs?: Job[] }[] = [access, activity, companies, catalogue, reports, settings]

export const entities: Served[] = areas.flatMap((area) => area.entities)
export const routes: Route[] = [...areas.flatMap((area) => area.routes), ...fileRoutes]
export const jobs: Job[] = areas.flatMap((area) => area.jobs ?? [])

/** What a new installation has besides roles and the administrator (domain 6.18). */
export async function makeInitialData(ctx: Context): Promise<void> {
  await makeCatalogue(ctx)
}

/** Which of these people see the project now. */
export async function seeing(_ctx: Context, _projectId: number, userIds: string[]): Promise<Set<string>> {
  return new Set(userIds)
}

/** Who has which project open. */
export function presence(_services: Services) {
  return { invoke: (..._args: unknown[]): unknown => null, closed: (_connection: unknown) => {} }
}
