import type { RackAccessory } from '../../model/catalogue/enums.ts'
import { isCounted } from '../../model/spaces/counted-spaces.ts'
import type { RackType } from '../../model/spaces/enums.ts'
import type { PlacedUnit } from '../../model/spaces/rack-placing.ts'
import type { Context } from '../kit/request/context.ts'
import { invalid } from '../kit/request/errors.ts'
import { is, onlyRow, type RowIn } from '../kit/sql/row-types.ts'
import type { decidedBudget } from '../projects/public.ts'
import type { cableShape, lineShape, productShape, ReportSheet, runShape, spaceShape } from './report-shapes.ts'
import { revisions } from './revisions.ts'

type Space = RowIn<typeof spaceShape>
type KeptSpace = Omit<Space, 'quantity' | 'msrp'>
type KeptProduct = RowIn<typeof productShape> & { rackAccessory: RackAccessory | null }
interface KeptLine extends Omit<RowIn<typeof lineShape>, 'unit' | 'amount' | 'isAgreed'> {
  id: number
  /** In cents. */
  unitPrice: number
  /** Not in revisions of the first year. */
  isAgreed?: boolean
  /** The rack it belongs to. */
  rackId: number | null
}
interface KeptRack {
  id: number
  name: string
  spaceId: number | null
  heightRU: number
  rackType: RackType
  mountingDepthIn: number | null
  maxWeightLb: number | null
  startingUnit: number
  isDescending: boolean
  placements: PlacedUnit[]
}

/** What a revision keeps of its project, as far as reports read it. */
interface KeptContents {
  installationFactor: number
  budget: Awaited<ReturnType<typeof decidedBudget>>
  spaces: KeptSpace[]
  areaGroups: { id: number; spaceId: number; name: string }[]
  lines: KeptLine[]
  products: KeptProduct[]
  units: { id: number; lineId: number; label: string }[]
  racks: KeptRack[]
  /** Not in revisions of the first months. */
  connections?: RowIn<typeof runShape>[]
  cables?: RowIn<typeof cableShape>[]
  documents: ReportSheet[]
}
export interface KeptRevision {
  code: string
  title: string
  issueDate: string
  phase: string | null
  contents: KeptContents
}

/** A revision of this project with all it keeps; revisions of the first weeks keep too little of products to be a report. */
export async function readRevision(ctx: Context, projectId: number, id: number): Promise<KeptRevision> {
  const revision = await revisions.find(ctx, id, { parentId: projectId })
  if (!revision) throw invalid({ 'options.revisionId': ['Revision not found.'] })
  const rows = await ctx.rows(
    { isWhole: is.boolean, contents: is.json<KeptContents>() },
    `select (contents->'products') is not null as "isWhole", contents from revision_contents where revision_id = $1`,
    [id],
  )
  const { isWhole, contents } = onlyRow(rows)
  const { code, title, issueDate, phase } = revision
  if (!isWhole)
    throw invalid({
      'options.revisionId': [`${code} does not hold enough for a report. Reports can be generated from revisions issued from now on.`],
    })
  return { code, title, issueDate, phase, contents }
}

/** The cables as they were; nothing of today is mixed into a paper of then. */
export function cablesOfRevision({ code, contents: { connections, cables } }: KeptRevision) {
  if (connections && cables) return { connections, cables }
  throw invalid({ 'options.includeCables': [`${code} does not hold cables. They can be in reports on revisions issued from now on.`] })
}

/** The spaces as they stood, in the order of the house, each with what its lines came to. */
export function spacesOfRevision({ contents: { spaces, lines } }: KeptRevision): (Space & { isCounted: boolean })[] {
  const sums = new Map(spaces.map(({ id }) => [id, { quantity: 0, msrp: 0 }]))
  for (const { spaceId, quantity, unitPrice } of lines) {
    const sum = sums.get(spaceId)
    if (!sum) continue
    sum.quantity += quantity
    sum.msrp += quantity * unitPrice
  }
  return spaces.map((space) => ({ ...space, quantity: 0, msrp: 0, ...sums.get(space.id), isCounted: isCounted(space) }))
}
