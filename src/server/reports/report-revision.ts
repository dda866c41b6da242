import { RackAccessory } from '../../model/catalog/enums.ts'
import { budgetFields } from '../../model/projects/project-budget.ts'
import { projects } from '../../model/projects/projects.ts'
import { isCounted } from '../../model/spaces/counted-spaces.ts'
import { RackHalf, RackSide, RackType } from '../../model/spaces/enums.ts'
import type { PlacedUnit } from '../../model/spaces/rack-placing.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest } from '../kit/request/errors.ts'
import { type ColumnType, is, onlyRow, orMissing, orNull, type RowOfShape, type RowShape } from '../kit/sql/row-types.ts'
import { cableShape, lineThen, productShape, runShape, sheetShape, type spaceShape, spaceThen } from './report-shapes.ts'
import { revisions } from './revisions.ts'

type Space = RowOfShape<typeof spaceShape>
const keptLine = {
  ...lineThen,
  id: is.number,
  /** Unit price in cents. */
  unitPrice: is.number,
  /** Missing in the oldest revisions. */
  isAgreed: orMissing(is.boolean),
  rackId: orNull(is.number),
}
const placement: ColumnType<PlacedUnit> = is.jsonWith({
  unitId: is.number,
  startRU: is.number,
  face: is.choice(RackSide),
  half: is.choice(RackHalf),
  shelfUnitId: orNull(is.number),
  shelfOrder: orNull(is.number),
})
const keptRack = {
  id: is.number,
  name: is.text,
  spaceId: orNull(is.number),
  heightRU: is.number,
  rackType: is.choice(RackType),
  mountingDepthIn: orNull(is.number),
  maxWeightLb: orNull(is.number),
  startingUnit: is.number,
  isDescending: is.boolean,
  placements: is.listOf(placement),
}

const listWith = <S extends RowShape>(parts: S) => is.listOf(is.jsonWith(parts))
const keptContents = {
  installationFactor: is.number,
  budget: is.jsonOfFields({ ...budgetFields, installationFactor: projects.fields.installationFactor }),
  spaces: listWith(spaceThen),
  areaGroups: listWith({ id: is.number, spaceId: is.number, name: is.text }),
  lines: listWith(keptLine),
  products: listWith({ ...productShape, rackAccessory: orNull(is.choice(RackAccessory)) }),
  units: listWith({ id: is.number, lineId: is.number, label: is.text }),
  racks: listWith(keptRack),
  /** Missing in older revisions. */
  connections: orMissing(listWith(runShape)),
  cables: orMissing(listWith(cableShape)),
  documents: listWith(sheetShape),
}
export interface StoredRevision {
  code: string
  title: string
  issueDate: string
  phase: string | null
  contents: RowOfShape<typeof keptContents>
}

/** Reads a revision with its contents. Throws for the oldest revisions, which lack product data. */
export async function readRevision(ctx: Context, projectId: number, id: number): Promise<StoredRevision> {
  const revision = await revisions.find(ctx, id, { parentId: projectId })
  if (!revision) throw badRequest({ 'options.revisionId': ['Revision not found.'] })
  const contents = await readContents(ctx, id)
  const { code, title, issueDate, phase } = revision
  if (!contents)
    throw badRequest({
      'options.revisionId': [`${code} does not hold enough for a report. Reports can be generated from revisions issued from now on.`],
    })
  return { code, title, issueDate, phase, contents }
}

/** Contents of a revision without an access check; null for the oldest revisions, which lack product data. */
export async function readContents(ctx: Context, id: number): Promise<StoredRevision['contents'] | null> {
  const rows = await ctx.rows(
    { contents: orNull(is.jsonWith(keptContents)) },
    `select case when (contents->'products') is not null then contents end as contents from revision_contents where revision_id = $1`,
    [id],
  )
  return onlyRow(rows).contents
}

/** Cables of the revision. Throws if it has none, because current data must not appear in a past report. */
export function cablesOfRevision({ code, contents: { connections, cables } }: StoredRevision) {
  if (connections && cables) return { connections, cables }
  throw badRequest({ 'options.includeCables': [`${code} has no cable data. Revisions issued from now on include it.`] })
}

/** Spaces of the revision in building order, with the sums of their lines. */
export function spacesOfRevision({ contents: { spaces, lines } }: Pick<StoredRevision, 'contents'>): (Space & { isCounted: boolean })[] {
  const sums = new Map(spaces.map(({ id }) => [id, { quantity: 0, msrp: 0 }]))
  for (const { spaceId, quantity, unitPrice } of lines) {
    const sum = sums.get(spaceId)
    if (!sum) continue
    sum.quantity += quantity
    sum.msrp += quantity * unitPrice
  }
  return spaces.map((space) => ({ ...space, quantity: 0, msrp: 0, ...sums.get(space.id), isCounted: isCounted(space) }))
}
