import type { InstallerCode, ProviderCode } from '../catalog/enums.ts'
import type { ValuesOf } from '../kit/description.ts'
import { id, integer, money, optional, text } from '../kit/field.ts'
import { groupByKey } from '../kit/keys.ts'
import { roundedProduct, sumMoney } from '../kit/money.ts'
import { arrayField, literalField, namedShape, type ObjectValues, object } from '../kit/response-fields.ts'
import { computeTotalPrice } from '../projects/money.ts'
import { isCounted } from '../spaces/counted-spaces.ts'
import type { SpaceStatus } from '../spaces/enums.ts'
import { spaceLabel } from '../spaces/space-names.ts'

export const changeKinds = ['added', 'removed', 'quantity', 'price', 'replaced', 'moved'] as const
export type ChangeKind = (typeof changeKinds)[number]
export const changeLabels: Readonly<Record<ChangeKind, string>> = {
  added: 'Added',
  removed: 'Removed',
  quantity: 'Quantity',
  price: 'Price',
  replaced: 'Replaced',
  moved: 'Moved',
}

interface SnapshotSpace {
  readonly id: number
  readonly name: string
  readonly number: string | null
  readonly status: SpaceStatus
}

/** An equipment line as stored in a revision; prices in dollars. */
export interface SnapshotLine {
  readonly id: number
  readonly spaceId: number
  readonly areaGroupId: number | null
  readonly areaGroup: string | null
  readonly equipmentId: number
  readonly tag: string
  readonly manufacturer: string
  readonly model: string
  readonly categoryId: number
  readonly categoryNumber: number
  readonly category: string
  readonly provider: ProviderCode
  readonly installer: InstallerCode
  readonly quantity: number
  readonly unitPrice: number
}

export interface ReportSnapshot {
  readonly installationFactor: number
  readonly spaces: readonly SnapshotSpace[]
  readonly lines: readonly SnapshotLine[]
}

const sideShape = {
  equipmentId: id('Equipment'),
  tag: text('Tag'),
  manufacturer: text('Manufacturer'),
  model: text('Model'),
  spaceId: id('Space'),
  space: text('Name of the space'),
  areaGroup: optional(text('Area group')),
  quantity: integer('Quantity'),
}
const sidePrices = { unitPrice: money('Unit price') }
export type ChangedSide = ObjectValues<typeof sideShape, typeof sidePrices>

export const changeShape = {
  lineId: id('Line'),
  kinds: arrayField('Kinds', literalField('Kind', ...changeKinds)),
  categoryId: id('Category'),
  category: text('Name of the category'),
  from: optional(object('From', sideShape, sidePrices)),
  to: optional(object('To', sideShape, sidePrices)),
}
export const changePrices = {
  /** Change of the MSRP in dollars, without installation. */
  delta: money('Difference'),
}
export type RevisionChange = ObjectValues<typeof changeShape, typeof changePrices>

const deltaShape = { from: money('From'), to: money('To'), delta: money('Difference') }
export const categoryShape = { ...namedShape, ...deltaShape }
export type CategoryDelta = ValuesOf<typeof categoryShape>

export const comparedSums = {
  ...deltaShape,
  /** Totals with installation, as on the project's card. */
  fromTotal: money('From, with installation'),
  toTotal: money('To, with installation'),
  totalDelta: money('Difference, with installation'),
}
export type ComparedSums = ValuesOf<typeof comparedSums>

interface Comparison {
  changes: RevisionChange[]
  spaces: number
  changedSpaces: number
  categories: CategoryDelta[]
  sums: ComparedSums
}

type Pair = readonly [from: SnapshotLine | undefined, to: SnapshotLine | undefined]

const lineAmount = (line: SnapshotLine | undefined) => (line ? roundedProduct(2, [line.quantity, line.unitPrice]) : 0)
const placeKey = ({ equipmentId, spaceId, areaGroupId, provider, installer }: SnapshotLine) =>
  [equipmentId, spaceId, areaGroupId ?? 0, provider, installer].join(' ')

/** Lines count only in counted spaces: a canceled space excludes its lines, as on the project's card. */
function countedLines({ spaces, lines }: ReportSnapshot): SnapshotLine[] {
  const counted = new Set(spaces.filter(isCounted).map(({ id }) => id))
  return lines.filter(({ spaceId }) => counted.has(spaceId))
}

/** Matches lines by id, then by equal product, location, provider, and installer. */
function pairLines(before: readonly SnapshotLine[], after: readonly SnapshotLine[]): Pair[] {
  const old = new Map(before.map((line) => [line.id, line]))
  const pairs: Pair[] = []
  const unknown: SnapshotLine[] = []
  for (const line of after) {
    const same = old.get(line.id)
    if (same) {
      pairs.push([same, line])
      old.delete(line.id)
    } else unknown.push(line)
  }
  const alike = groupByKey([...old.values()], placeKey)
  for (const line of unknown) {
    const was = alike.get(placeKey(line))?.shift()
    if (was) old.delete(was.id)
    pairs.push([was, line])
  }
  return [...pairs, ...[...old.values()].map((line): Pair => [line, undefined])]
}

function pairChangeKinds([from, to]: Pair): ChangeKind[] {
  if (!from) return ['added']
  if (!to) return ['removed']
  const isReplaced = from.equipmentId !== to.equipmentId
  const isIn: Partial<Record<ChangeKind, boolean>> = {
    quantity: from.quantity !== to.quantity,
    // A replacement includes its price change, so it is reported once.
    price: !isReplaced && from.unitPrice !== to.unitPrice,
    replaced: isReplaced,
    moved: from.spaceId !== to.spaceId || from.areaGroupId !== to.areaGroupId,
  }
  return changeKinds.filter((kind) => isIn[kind])
}

const spaceName = (space: SnapshotSpace | undefined) => (space ? spaceLabel(space) : '')

function changedSide(line: SnapshotLine | undefined, spaces: ReadonlyMap<number, SnapshotSpace>): ChangedSide | null {
  if (!line) return null
  const { equipmentId, tag, manufacturer, model, spaceId, areaGroup, quantity, unitPrice } = line
  return { equipmentId, tag, manufacturer, model, spaceId, space: spaceName(spaces.get(spaceId)), areaGroup, quantity, unitPrice }
}

const inOrder = new Intl.Collator('en', { numeric: true }).compare

/** Compares two states of a project line by line, with the effect on cost (domain 24). */
export function compareStandings(from: ReportSnapshot, to: ReportSnapshot): Comparison {
  const [before, after] = [countedLines(from), countedLines(to)]
  const [spacesBefore, spacesAfter] = [from, to].map(({ spaces }) => new Map(spaces.map((space) => [space.id, space])))
  const numberOf = new Map([...before, ...after].map(({ categoryId, categoryNumber }) => [categoryId, categoryNumber]))
  const changes = pairLines(before, after).flatMap((pair): RevisionChange[] => {
    const kinds = pairChangeKinds(pair)
    const [was, is] = pair
    const line = is ?? was
    if (kinds.length === 0 || !line) return []
    return [
      {
        lineId: line.id,
        kinds,
        categoryId: line.categoryId,
        category: line.category,
        from: changedSide(was, spacesBefore ?? new Map()),
        to: changedSide(is, spacesAfter ?? new Map()),
        delta: sumMoney([lineAmount(is), -lineAmount(was)]),
      },
    ]
  })
  const wordsOf = ({ from, to }: RevisionChange) => to ?? from
  changes.sort(
    (a, b) =>
      (numberOf.get(a.categoryId) ?? 0) - (numberOf.get(b.categoryId) ?? 0) ||
      a.categoryId - b.categoryId ||
      inOrder(wordsOf(a)?.tag ?? '', wordsOf(b)?.tag ?? '') ||
      inOrder(wordsOf(a)?.space ?? '', wordsOf(b)?.space ?? '') ||
      a.lineId - b.lineId,
  )
  const counted = new Set([...from.spaces, ...to.spaces].filter(isCounted).map(({ id }) => id))
  return {
    changes,
    spaces: counted.size,
    changedSpaces: spacesIn(changes),
    categories: categoryDeltas(before, after),
    sums: compareSums([before, from.installationFactor], [after, to.installationFactor]),
  }
}

const spacesIn = (changes: readonly RevisionChange[]) =>
  new Set(changes.flatMap(({ from, to }) => [from, to].flatMap((side) => side?.spaceId ?? []))).size

function categoryDeltas(before: readonly SnapshotLine[], after: readonly SnapshotLine[]): CategoryDelta[] {
  const known = new Map<number, { number: number; name: string; from: number[]; to: number[] }>()
  for (const [side, lines] of [['from', before] as const, ['to', after] as const])
    for (const line of lines) {
      const item = known.get(line.categoryId) ?? { number: line.categoryNumber, name: line.category, from: [], to: [] }
      known.set(line.categoryId, item)
      item[side].push(lineAmount(line))
    }
  return [...known]
    .toSorted(([a, one], [b, other]) => one.number - other.number || a - b)
    .map(([id, { name, from, to }]) => ({ id, name, from: sumMoney(from), to: sumMoney(to) }))
    .map((item) => ({ ...item, delta: sumMoney([item.to, -item.from]) }))
    .filter(({ delta }) => delta !== 0)
}

type Priced = readonly [lines: readonly SnapshotLine[], installationFactor: number]
function compareSums(before: Priced, after: Priced): ComparedSums {
  const [from, to] = [before, after].map(([lines]) => sumMoney(lines.map(lineAmount)))
  const [was, is] = [from ?? 0, to ?? 0]
  const [fromTotal, toTotal] = [computeTotalPrice(was, before[1]), computeTotalPrice(is, after[1])]
  return { from: was, to: is, delta: sumMoney([is, -was]), fromTotal, toTotal, totalDelta: sumMoney([toTotal, -fromTotal]) }
}

/** For users who may not see prices: removes amounts, and rows that differ only in price. */
export function withoutPrices({ changes, spaces }: Comparison): Pick<Comparison, 'changes' | 'spaces' | 'changedSpaces'> {
  const shown = changes.flatMap(({ delta: _, ...change }): RevisionChange[] => {
    const kinds = change.kinds.filter((kind) => kind !== 'price')
    return kinds.length === 0 ? [] : [{ ...change, kinds, from: unpriced(change.from), to: unpriced(change.to) }]
  })
  return { changes: shown, spaces, changedSpaces: spacesIn(shown) }
}

function unpriced(side: ChangedSide | null): ChangedSide | null {
  if (!side) return null
  const { unitPrice: _, ...rest } = side
  return rest
}
