import { costOfLine, isUnpriced } from '../../model/projects/money.ts'
import { type Context, perApp } from '../kit/request/context.ts'
import { linesThen, type ReportLine } from './report-lines.ts'
import { readContents, spacesOfRevision } from './report-revision.ts'

export interface IssuedLine {
  /** Id of the equipment line, as text. */
  lineKey: string
  space: { id: number; name: string; number: string | null }
  areaGroup: string | null
  equipment: { id: number; tag: string; model: string; manufacture: string }
  category: { id: number; name: string; number: number }
  provider: ReportLine['provider']
  quantity: number
  /** Hardware of the opinion of probable cost per piece, in dollars; null if unpriced or not in the opinion. */
  estimateUnitPrice: number | null
}

/** A revision never changes, so its lines are cached. */
const cacheOf = perApp(() => new Map<number, readonly IssuedLine[]>())
const mostCached = 20

/**
 * Lines of a revision's counted spaces in walking order, without existing equipment. Checks no access: the caller has verified that the
 * actor may see the revision.
 */
export async function readIssuedLines(ctx: Context, revisionId: number): Promise<readonly IssuedLine[]> {
  const cache = cacheOf(ctx.services)
  const known = cache.get(revisionId)
  if (known) return known
  const lines = await loadLines(ctx, revisionId)
  cache.set(revisionId, lines)
  const [oldest] = cache.keys()
  if (cache.size > mostCached && oldest !== undefined) cache.delete(oldest)
  return lines
}

async function loadLines(ctx: Context, revisionId: number): Promise<IssuedLine[]> {
  const contents = await readContents(ctx, revisionId)
  if (!contents) return []
  const spaces = spacesOfRevision({ contents }).filter(({ isCounted }) => isCounted)
  const rules = { installationFactor: contents.installationFactor, excludeOwnerFurnished: contents.budget.excludeOwnerFurnished }
  return (await linesThen({ contents }, spaces))
    .filter(({ isExisting }) => !isExisting)
    .map((line): IssuedLine => {
      const { product, space, areaGroup, provider, quantity, unit, isAgreed } = line
      const { hardware } = costOfLine({ ...line, extendedMsrpPrice: line.amount }, rules)
      return {
        lineKey: String(line.id),
        space: { id: space.id, name: space.name, number: space.number },
        areaGroup,
        equipment: { id: product.id, tag: product.tag, model: product.model, manufacture: product.manufacturer },
        category: { id: product.categoryId, name: product.category, number: product.categoryNumber },
        provider,
        quantity,
        estimateUnitPrice: isUnpriced(unit, isAgreed) || (hardware === 0 && unit !== 0) ? null : unit,
      }
    })
}
