import type { ProjectLink } from '../../model/integrations/project-links.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { ProjectStatus } from '../../model/projects/enums.ts'
import type { readLiveOverview } from '../../model/projects/live-overview.ts'
import type { CostedLines } from '../../model/projects/project-budget.ts'
import type { projectStats } from '../../model/projects/project-calls.ts'
import type { projects } from '../../model/projects/projects.ts'
import type { readTimeline } from '../../model/projects/timeline.ts'
import type { Context } from '../kit/request/context.ts'
import { projectAccessEntriesTable } from './projects-table.ts'

export type Project = RowOf<typeof projects>

/** Contribution of an area to projects, so that the projects area does not depend on the areas below it. */
export interface ProjectPart {
  created?(ctx: Context, projectId: number): Promise<void>
  firstAccessGroups?(ctx: Context, isLead: boolean): Promise<number[]>
  stats?(ctx: Context, projectId: number): Promise<Partial<ResponseOf<typeof projectStats>>>
  overview?(ctx: Context, projectId: number): Promise<Partial<ResponseOf<typeof readLiveOverview>>>
  links?(ctx: Context, projectId: number): Promise<{ links: ProjectLink[] }>
  /** Basis of the budget estimate; lines with equal costs are combined. */
  costs?(ctx: Context, projectId: number): Promise<{ lines: CostedLines[] }>
  /** Adds events between two days to the timeline; null leaves an end open. */
  timeline?(ctx: Context, projectId: number, from: string | null, to: string | null): Promise<Partial<ResponseOf<typeof readTimeline>>>
  /** Throws if the project cannot be closed or archived now. */
  beforeClose?(ctx: Context, project: Project): Promise<void>
  beforeDelete?(ctx: Context, project: { id: number }): Promise<void>
  /** Runs after the project was closed or archived and became read-only. */
  closed?(ctx: Context, projectId: number): Promise<void>
  /** Runs after a project changed its status within its stage, or was reopened. */
  statusChanged?(ctx: Context, projectId: number, status: ProjectStatus): Promise<void>
  reopened?(ctx: Context, projectId: number): Promise<void>
}

declare module '../kit/request/context.ts' {
  interface AreaExtensions {
    projectParts: readonly ProjectPart[]
  }
}

/** Runs the parts in sequence, because all write in one transaction. */
export async function everyPart({ services }: Context, run: (part: ProjectPart) => Promise<unknown> | undefined) {
  for (const part of services.extensions.projectParts) await run(part)
}

/** Adds the groups named by the parts to a new access list; an empty list is open to all (domain 4.2). */
export async function giveFirstGroups(ctx: Context, projectId: number, isLead: boolean) {
  await everyPart(ctx, async (part) => {
    const groups = (await part.firstAccessGroups?.(ctx, isLead)) ?? []
    const entries = groups.map((accessGroupId) => ({ projectId, accessGroupId }))
    await ctx.insertMany(projectAccessEntriesTable, entries, { onConflict: 'skip' })
  })
}

export async function fromParts<T extends object>(ctx: Context, run: (part: ProjectPart) => Promise<T> | undefined): Promise<Partial<T>> {
  const all: Partial<T> = {}
  await everyPart(ctx, async (part) => Object.assign(all, await run(part)))
  return all
}
