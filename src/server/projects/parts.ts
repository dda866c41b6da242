import type { Context, Row } from '../kit/request/context.ts'

/** What an area adds to the life of a project. Projects know nothing of the areas below them. */
export interface ProjectPart {
  /** Makes what every new project has. */
  created?(ctx: Context, projectId: number): Promise<void>
  /** Adds to the page of a project. */
  detail?(ctx: Context, project: Row): Promise<Row>
  /** Adds counters. */
  stats?(ctx: Context, projectId: number): Promise<Row>
  /** Adds figures to the live overview. */
  overview?(ctx: Context, projectId: number): Promise<Row>
  /** What the budget is estimated from: `lines`, those that cost the same counted together. */
  costs?(ctx: Context, projectId: number): Promise<Row>
  /** Adds what happens between two days to the timeline; either may be open. */
  timeline?(ctx: Context, projectId: number, from: string | null, to: string | null): Promise<Row>
  /** Throws where the project cannot be closed or archived now. */
  beforeClose?(ctx: Context, project: Row): Promise<void>
  beforeDelete?(ctx: Context, project: Row): Promise<void>
  /** The project was closed or archived; from now on it only tells what was. */
  closed?(ctx: Context, projectId: number): Promise<void>
  /** The project is worked on again. */
  reopened?(ctx: Context, projectId: number): Promise<void>
}

declare module '../kit/request/context.ts' {
  interface Offered {
    projectParts: readonly ProjectPart[]
  }
}

/** One after the other, because all write in one transaction. */
export async function everyPart({ services }: Context, run: (part: ProjectPart) => Promise<unknown> | undefined) {
  for (const part of services.offered.projectParts) await run(part)
}

/** What the parts add, in one object. */
export async function fromParts(ctx: Context, run: (part: ProjectPart) => Promise<Row> | undefined): Promise<Row> {
  const all: Row = {}
  await everyPart(ctx, async (part) => Object.assign(all, await run(part)))
  return all
}
