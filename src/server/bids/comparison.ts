import { adjustBid, bidLines, type Comparison, decideSubstitute, readComparison } from '../../model/bids/bid-calls.ts'
import { type ComparedBid, compareLine } from '../../model/bids/comparison.ts'
import { SubstituteDecision } from '../../model/bids/enums.ts'
import { groupByKey } from '../../model/kit/keys.ts'
import { centsOf, dollarsOf, sumMoney } from '../../model/kit/money.ts'
import { messages } from '../../model/kit/rules.ts'
import { recordAudit } from '../kit/entity/audit.ts'
import type { Context } from '../kit/request/context.ts'
import { badRequest, notFound } from '../kit/request/errors.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { is, orNull } from '../kit/sql/row-types.ts'
import { sql } from '../kit/sql/writes.ts'
import type { IssuedLine } from '../reports/public.ts'
import { settingOf } from '../settings/public.ts'
import { type BidPackage, bidPackages, getPackage, linesOfPackage, loadAddenda, lockPackage, requireOpenBids } from './bid-packages.ts'
import { bidAdjustmentsTable, bidSubstitutesTable } from './bid-tables.ts'
import { packageChanged, storeClose } from './closing.ts'
import { loadContractedPrices } from './contracted-prices.ts'
import { type CountingBid, loadCountingBids } from './counting-bids.ts'

const keyOf = (invitationId: number, rowKey: string) => `${invitationId} ${rowKey}`

async function loadAdjustments(ctx: Context, packageId: number) {
  const rows = await ctx.rows(
    { invitationId: is.number, rowKey: is.text, amount: is.number, reason: is.text, date: is.instant, by: orNull(is.text) },
    `select a.invitation_id, a.row_key, a.amount, a.reason, a.date, (select u.first_name || ' ' || u.last_name from people u where u.id = a.by_id) as by
     from bid_adjustments a join bid_invitations i on i.id = a.invitation_id where i.package_id = $1`,
    [packageId],
  )
  return rows.map(({ amount, ...row }) => ({ ...row, amount: dollarsOf(amount) }))
}
type Adjustment = Awaited<ReturnType<typeof loadAdjustments>>[number]

async function loadDecisions(ctx: Context, packageId: number) {
  return ctx.rows(
    { invitationId: is.number, lineKey: is.text, decision: is.choice(SubstituteDecision), comment: orNull(is.text) },
    `select s.invitation_id, s.line_key, s.decision, s.comment from bid_substitutes s join bid_invitations i on i.id = s.invitation_id
     where i.package_id = $1`,
    [packageId],
  )
}

/** Catalog ids of the proposed products by manufacturer and model, in one statement. */
async function findInCatalog(ctx: Context, bids: readonly CountingBid[]): Promise<Map<string, number>> {
  const proposed = bids.flatMap(({ content }) => content.lines.flatMap(({ substitute }) => substitute ?? []))
  if (proposed.length === 0) return new Map()
  const rows = await ctx.rows(
    { id: is.number, manufacturer: is.text, model: is.text },
    `select distinct on (x.manufacturer, x.model) e.id, x.manufacturer, x.model
     from jsonb_to_recordset($1) as x(manufacturer text, model text)
       join products e on dna_key(e.manufacturer) = dna_key(x.manufacturer) and dna_key(e.model) = dna_key(x.model) and not e.is_deleted
     order by x.manufacturer, x.model, e.id`,
    [JSON.stringify(proposed.map(({ manufacturer, model }) => ({ manufacturer, model })))],
  )
  return new Map(rows.map(({ id, manufacturer, model }) => [`${manufacturer} ${model}`, id]))
}

const orders: Record<string, (a: IssuedLine, b: IssuedLine) => number> = {
  category: (a, b) => a.category.number - b.category.number || a.category.id - b.category.id,
  product: (a, b) =>
    compareTexts(a.equipment.manufacture, b.equipment.manufacture) ||
    compareTexts(a.equipment.model, b.equipment.model) ||
    a.equipment.id - b.equipment.id,
}
const compareTexts = new Intl.Collator('en', { numeric: true }).compare

/** Lines are in walking order of the spaces unless sorted otherwise. */
function sortLines(lines: readonly IssuedLine[], groupBy: string | null): readonly IssuedLine[] {
  const order = groupBy === null || groupBy === 'space' ? undefined : orders[groupBy]
  if (groupBy !== null && groupBy !== 'space' && !order) throw badRequest({ groupBy: [messages.unknown] })
  return order ? lines.toSorted(order) : lines
}

const textOfLine = ({ equipment }: Pick<IssuedLine, 'equipment'>) => `${equipment.manufacture} ${equipment.model}`

/** The whole comparison; the number of statements does not depend on lines and bids. */
export async function loadComparison(ctx: Context, bidPackage: BidPackage, groupBy: string | null): Promise<Comparison> {
  const bids = await loadCountingBids(ctx, bidPackage)
  const lines = sortLines(await linesOfPackage(ctx, bidPackage), groupBy)
  const outlierPercent = Number(await settingOf(ctx, 'bids.outlierPercent'))
  const adjustments = await loadAdjustments(ctx, bidPackage.id)
  const decisions = new Map((await loadDecisions(ctx, bidPackage.id)).map((item) => [keyOf(item.invitationId, item.lineKey), item]))
  const contracted = await loadContractedPrices(ctx, bidPackage.id)
  const inCatalog = await findInCatalog(ctx, bids)
  const addenda = await loadAddenda(ctx, bidPackage.id)
  const adjustmentAt = new Map(adjustments.map((item) => [keyOf(item.invitationId, item.rowKey), item]))
  const ofBidder = groupByKey(adjustments, ({ invitationId }) => invitationId)
  const pricesOf = new Map(
    bids.map(({ invitationId, content }) => [invitationId, new Map(content.lines.map((line) => [line.lineKey, line]))]),
  )
  const compared = bids.map(({ invitationId }): ComparedBid => {
    const prices = pricesOf.get(invitationId)
    return {
      invitationId,
      lineOf(lineKey) {
        const line = prices?.get(lineKey)
        return line && { ...line, isSubstituted: line.substitute !== null }
      },
    }
  })
  const proposedAt = (invitationId: number, lineKey: string) => {
    const substitute = pricesOf.get(invitationId)?.get(lineKey)?.substitute
    if (!substitute) return undefined
    const { decision = null, comment = null } = decisions.get(keyOf(invitationId, lineKey)) ?? {}
    return { ...substitute, decision, comment, equipmentId: inCatalog.get(`${substitute.manufacturer} ${substitute.model}`) ?? null }
  }
  const rows = lines.map((line) => {
    const { cells, ...figures } = compareLine(line, compared, outlierPercent)
    const { lineKey, space, areaGroup, equipment, quantity, category } = line
    const price = contracted.get(lineKey)
    return {
      rowKey: lineKey,
      name: textOfLine(line),
      space,
      areaGroup,
      category: { id: category.id, name: category.name },
      equipment,
      quantity,
      contractedUnitPrice: price === undefined ? null : dollarsOf(price),
      ...figures,
      cells: cells.map((cell) => {
        const substitute = proposedAt(cell.invitationId, lineKey)
        const note = pricesOf.get(cell.invitationId)?.get(lineKey)?.note
        const adjustment = adjustmentAt.get(keyOf(cell.invitationId, lineKey))
        return { ...cell, ...(substitute && { substitute }), ...(note && { note }), ...(adjustment && { adjustment: shown(adjustment) }) }
      }),
    }
  })
  const cellsBy = (amountOf: (bid: CountingBid) => number | undefined) =>
    bids.map((bid) => ({ invitationId: bid.invitationId, amount: amountOf(bid) ?? null }))
  return {
    outlierPercent,
    bids: bids.map(({ content, totals, ...bid }) => {
      const own = sumMoney((ofBidder.get(bid.invitationId) ?? []).map(({ amount }) => amount))
      return {
        ...bid,
        ...totals,
        adjustments: own,
        leveledTotal: sumMoney([totals.total, own]),
        exclusions: content.exclusions,
        qualifications: content.qualifications,
        missingAddenda: addenda.map(({ number }) => number).filter((number) => !content.acknowledgedAddenda.includes(number)),
      }
    }),
    rows,
    costRows: bidPackage.costLines.map(({ key, name }) => ({
      key,
      name,
      cells: cellsBy(({ content }) => content.costs[key]).map((cell) => {
        const adjustment = adjustmentAt.get(keyOf(cell.invitationId, key))
        return { ...cell, ...(adjustment && { adjustment: shown(adjustment) }) }
      }),
    })),
    alternates: bidPackage.alternates.map(({ code, name }) => ({ code, name, cells: cellsBy(({ content }) => content.alternates[code]) })),
    unitPrices: bidPackage.unitPrices.map(({ name, unit }) => ({ name, unit, cells: cellsBy(({ content }) => content.unitPrices[name]) })),
  }
}

const shown = ({ amount, reason, by, date }: Adjustment) => ({ amount, reason, by, date })

async function adjust(ctx: Context, { params, body }: HandlerRequest<typeof adjustBid>) {
  const { bidPackage, bid } = await openBid(ctx, params, body.invitationId)
  const { rowKey, amount, reason } = body
  const isKnown =
    bidPackage.costLines.some(({ key }) => key === rowKey) ||
    (await linesOfPackage(ctx, bidPackage)).some(({ lineKey }) => lineKey === rowKey)
  if (!isKnown) throw badRequest({ rowKey: ['This row is not in the package.'] })
  const { invitationId, company, totals } = bid
  if (amount === null) await ctx.run('delete from bid_adjustments where invitation_id = $1 and row_key = $2', [invitationId, rowKey])
  else {
    if (reason === null) throw badRequest({ reason: [messages.required] })
    const row = { invitationId, rowKey, amount: centsOf(amount), reason, byId: ctx.actor.userId, date: sql`now()` }
    await ctx.insert(bidAdjustmentsTable, row, { onConflict: { keys: ['invitationId', 'rowKey'] } })
  }
  await recordBidAction(ctx, bidPackage, `${amount === null ? 'Adjustment removed' : 'Adjusted'}: ${company.name}`, {
    notes: reason,
    after: { invitationId, rowKey, amount, reason },
  })
  const own = (await loadAdjustments(ctx, bidPackage.id)).filter((item) => item.invitationId === invitationId)
  const adjustments = sumMoney(own.map((item) => item.amount))
  return { adjustments, leveledTotal: sumMoney([totals.total, adjustments]) }
}

/** A bid that counts, of a package that is closed or awarded. */
async function openBid(ctx: Context, params: { id: number; itemId: number }, invitationId: number) {
  await lockPackage(ctx, params.id, params.itemId)
  await storeClose(ctx, params.itemId)
  const bidPackage = await getPackage(ctx, params.id, params.itemId)
  requireOpenBids(bidPackage)
  const bid = (await loadCountingBids(ctx, bidPackage)).find((item) => item.invitationId === invitationId)
  if (!bid) throw notFound('Bid')
  return { bidPackage, bid }
}

async function recordBidAction(
  ctx: Context,
  { id, projectId, name }: BidPackage,
  title: string,
  { notes, after }: { notes: string | null; after: Record<string, unknown> },
) {
  const activity = { title, notes, projectId, needs: bidPackages.resource.permission.view }
  await recordAudit(ctx, [{ action: 'Update', entity: bidPackages.resource.entity, entityId: id, entityName: name, after, activity }])
  ctx.after(() => packageChanged(ctx, { id, projectId }))
}

async function decide(ctx: Context, { params, body }: HandlerRequest<typeof decideSubstitute>) {
  const { bidPackage, bid } = await openBid(ctx, params, params.invitationId)
  const { lineKey } = params
  const { substitute } = bid.content.lines.find((line) => line.lineKey === lineKey) ?? {}
  if (!substitute) throw notFound('Substitute')
  const before = (await loadDecisions(ctx, bidPackage.id)).find(
    (item) => item.invitationId === bid.invitationId && item.lineKey === lineKey,
  )
  const decision = body.decision ?? before?.decision
  const comment = body.comment === undefined ? (before?.comment ?? null) : body.comment
  if (decision === undefined) throw badRequest({ decision: [messages.required] })
  if (decision !== SubstituteDecision.Accepted && comment === null) throw badRequest({ comment: [messages.required] })
  const row = { invitationId: bid.invitationId, lineKey, decision, comment }
  await ctx.insert(bidSubstitutesTable, row, { onConflict: { keys: ['invitationId', 'lineKey'] } })
  await recordBidAction(ctx, bidPackage, `Substitute of ${bid.company.name}: ${SubstituteDecision.label(decision)}`, {
    notes: comment,
    after: { ...row, manufacturer: substitute.manufacturer, model: substitute.model },
  })
  const equipmentId = (await findInCatalog(ctx, [bid])).get(`${substitute.manufacturer} ${substitute.model}`) ?? null
  return { ...substitute, decision, comment, equipmentId }
}

async function listLines(ctx: Context, params: { id: number; itemId: number }) {
  const bidPackage = await getPackage(ctx, params.id, params.itemId)
  const lines = await linesOfPackage(ctx, bidPackage)
  const contracted = await loadContractedPrices(ctx, bidPackage.id)
  return {
    items: lines.map(({ provider: _, category, ...line }) => {
      const price = contracted.get(line.lineKey)
      return {
        ...line,
        category: { id: category.id, name: category.name },
        contractedUnitPrice: price === undefined ? null : dollarsOf(price),
      }
    }),
  }
}

export const comparisonRoutes: Route[] = [
  defineRoute(bidLines, (ctx, { params }) => listLines(ctx, params)),
  defineRoute(readComparison, async (ctx, { params, query }) =>
    loadComparison(ctx, await getPackage(ctx, params.id, params.itemId), query.groupBy),
  ),
  defineRoute(adjustBid, adjust),
  defineRoute(decideSubstitute, decide),
]
