import { createHash } from 'node:crypto'
import { bidContentFields, totalsFields } from '../../model/bids/bid-contents.ts'
import { bidTotals, type Totals } from '../../model/bids/comparison.ts'
import { ChecklistAnswer } from '../../model/bids/enums.ts'
import type { ValuesOf } from '../../model/kit/description.ts'
import { parseShape } from '../../model/kit/field.ts'
import { sortKeys } from '../kit/entity/audit.ts'
import { badRequest } from '../kit/request/errors.ts'
import { is, orMissing } from '../kit/sql/row-types.ts'
import type { IssuedLine } from '../reports/public.ts'
import type { BidPackage } from './bid-packages.ts'

export type BidContent = ValuesOf<typeof bidContentFields>

export const emptyContent: BidContent = parseShape(bidContentFields, {}).values

const { lines, exclusions, qualifications, fileIds, acknowledgedAddenda } = bidContentFields
const amounts = is.recordOf(is.plain('number'))
/** Contents as stored. `priceAgain` are lines that an addendum changed and that have no price since. */
export const contentShape = is.jsonOf({
  lines: is.jsonOfField(lines),
  costs: amounts,
  alternates: amounts,
  unitPrices: amounts,
  exclusions: is.jsonOfField(exclusions),
  qualifications: is.jsonOfField(qualifications),
  checklist: is.recordOf(is.choice(ChecklistAnswer)),
  fileIds: is.jsonOfField(fileIds),
  acknowledgedAddenda: is.jsonOfField(acknowledgedAddenda),
  priceAgain: orMissing(is.listOf(is.plain('string'))),
})
export const totalsShape = is.jsonOfFields(totalsFields)

export function totalsOf(
  bidPackage: Pick<BidPackage, 'costLines' | 'allowances'>,
  lines: readonly IssuedLine[],
  content: Pick<BidContent, 'lines' | 'costs'>,
): Totals {
  const prices = new Map(content.lines.map((line) => [line.lineKey, line]))
  const costs = bidPackage.costLines.map(({ key }) => content.costs[key] ?? 0)
  const allowances = bidPackage.allowances.map(({ amount }) => amount)
  return bidTotals(lines, (lineKey) => prices.get(lineKey), costs, allowances)
}

/** SHA-256 of the content, independent of the order of keys. */
export const fingerprintOf = (number: string, revisionId: number, content: BidContent): string =>
  createHash('sha256').update(JSON.stringify({ number, revisionId, content }, sortKeys)).digest('hex')

type Asked = Pick<BidPackage, 'costLines' | 'alternates' | 'unitPrices' | 'checklist'>
interface Known {
  lines: readonly IssuedLine[]
  addenda: readonly number[]
  fileIds: ReadonlySet<string>
}
/** Rejects what the package does not ask for: an unknown line, cost, alternate, unit price, question, addendum, or file. */
export function checkContent(bidPackage: Asked, { lines, addenda, fileIds }: Known, content: BidContent) {
  const problems: Record<string, string[]> = {}
  const keys = new Set(lines.map(({ lineKey }) => lineKey))
  const seen = new Set<string>()
  for (const [index, { lineKey }] of content.lines.entries()) {
    if (!keys.has(lineKey)) problems[`lines[${index}].lineKey`] = ['This line is not in the package.']
    if (seen.has(lineKey)) problems[`lines[${index}].lineKey`] = ['This line is priced twice.']
    seen.add(lineKey)
  }
  const parts: [field: 'costs' | 'alternates' | 'unitPrices' | 'checklist', known: readonly string[]][] = [
    ['costs', bidPackage.costLines.map(({ key }) => key)],
    ['alternates', bidPackage.alternates.map(({ code }) => code)],
    ['unitPrices', bidPackage.unitPrices.map(({ name }) => name)],
    ['checklist', bidPackage.checklist],
  ]
  for (const [field, known] of parts)
    for (const key of Object.keys(content[field]))
      if (!known.includes(key)) problems[`${field}.${key}`] = ['The package does not ask for this.']
  if (content.acknowledgedAddenda.some((number) => !addenda.includes(number))) problems.acknowledgedAddenda = ['Addendum not found.']
  if (content.fileIds.some((id) => !fileIds.has(id.toLowerCase()))) problems.fileIds = ['File not found.']
  if (Object.keys(problems).length > 0) throw badRequest(problems)
}
