import type { ProjectLink } from '../../model/integrations/project-links.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { readLiveOverview } from '../../model/projects/live-overview.ts'
import type { CostedLines } from '../../model/projects/project-budget.ts'
import type { projectStats } from '../../model/projects/project-calls.ts'
import type { projects } from '../../model/projects/projects.ts'
import type { readTimeline } from '../../model/projects/timeline.ts'
import type { Context } from '../kit/request/context.ts'

export type Project = RowOf<typeof projects>

/** What an area adds to the life of a project. Projects know nothing of the areas below them. */
export interface ProjectPart {
  /** Makes what every new project has. */
  created?(ctx: Context, projectId: number): Promise<void>
  /** Groups that stand on the access list of a new project or lead. */
  firstAccessGroups?(ctx: Context, isLead: boolean): Promise<number[]>
  /** Adds counters. */
  stats?(ctx: Context, projectId: number): Promise<Partial<ResponseOf<typeof projectStats>>>
  /** Adds figures to the live overview. */
  overview?(ctx: Context, projectId: number): Promise<Partial<ResponseOf<typeof readLiveOverview>>>
  /** Projects and teams in products of others. */
  links?(ctx: Context, projectId: number): Promise<{ links: ProjectLink[] }>
  /** What the budget is estimated from; lines that cost the same are counted together. */
  costs?(ctx: Context, projectId: number): Promise<{ lines: CostedLines[] }>
  /** Adds what happens between two days to the timeline; either may be open. */
  timeline?(ctx: Context, projectId: number, from: string | null, to: string | null): Promise<Partial<ResponseOf<typeof readTimeline>>>
  /** Throws where the project cannot be closed or archived now. */
  beforeClose?(ctx: Context, project: Project): Promise<void>
  beforeDelete?(ctx: Context, project: { id: number }): Promise<void>
  /** The project was closed or archived; from now on it only tells what was. */
  closed?(ctx: Context, projectId: number): Promise<void>
  /** The project is worked on again. */
  reopened?(ctx: Context, projectId: number): Promise<void>
}

declare module '../kit/request/context.ts' {
  interface AreaExtensions {
    projectParts: readonly ProjectPart[]
  }
}

/** One after the other, because all write in one transaction. */
export async function everyPart({ services }: Context, run: (part: ProjectPart) => Promise<unknown> | undefined) {
  for (const part of services.extensions.projectParts) await run(part)
}

/** A new project or lead begins with the groups that parts name on its access list; with none it is open to all (domain 4.2). */
export async function giveFirstGroups(ctx: Context, projectId: number, isLead: boolean) {
  await everyPart(ctx, async (part) => {
    const groups = (await part.firstAccessGroups?.(ctx, isLead)) ?? []
    await ctx.run(
      `insert into project_access_entries (project_id, access_group_id, created_by_id) select $1, unnest($2::bigint[]), $3 on conflict do nothing`,
      [projectId, groups, ctx.actor.userId || null],
    )
  })
}

/** What the parts add, in one object. */
export async function fromParts<T extends object>(ctx: Context, run: (part: ProjectPart) => Promise<T> | undefined): Promise<Partial<T>> {
  const all: Partial<T> = {}
  await everyPart(ctx, async (part) => Object.assign(all, await run(part)))
  return all
}
