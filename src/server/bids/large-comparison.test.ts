import { expect, it } from 'vitest'
import {
  type Bidder,
  createBidPackage,
  createIssuedDesign,
  inviteBidder,
  packagePath,
  passDeadline,
  submitBid,
  takeBidStep,
} from '../../../test/kit/fixtures/bids.ts'
import { startApp } from '../../../test/kit/start.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const lineCount = 1500
const bidderCount = 12

/** Prices in cents that look random but are the same in each run. */
const priceOf = (bidder: number, line: number) => 1000 + ((line * 7919 + bidder * 104_729 + line * bidder * 31) % 90_000)

it('compares 12 bids of 1,500 lines, equal to an independent recomputation over HTTP', async () => {
  const { project, revision } = await createIssuedDesign(app, [{ quantity: 3, msrpPrice: 400 }])
  // Repeats the only line of the stored revision under new ids.
  await app.sql(
    `update revision_contents set contents = jsonb_set(contents::jsonb, '{lines}', (select jsonb_agg(contents::jsonb->'lines'->0 || jsonb_build_object('id', n, 'quantity', 1 + n % 9))
       from generate_series(1, ${lineCount}) n))::json where revision_id = $1`,
    [revision.id],
  )
  const bidPackage = await createBidPackage(app, project, revision, { costLines: [{ key: 'tax', name: 'Tax' }] })
  expect(bidPackage.lineCount).toBe(lineCount)
  const bidders: Bidder[] = []
  for (let index = 0; index < bidderCount; index++) bidders.push(await inviteBidder(app, bidPackage))
  await takeBidStep(app, bidPackage, 'Issue')
  for (const [index, bidder] of bidders.entries()) {
    const lines = Array.from({ length: lineCount }, (_, at) => ({ lineKey: String(at + 1), unitPrice: priceOf(index, at + 1) / 100 }))
    await submitBid(bidder, { lines, costs: { tax: index } })
  }
  await passDeadline(app, bidPackage)
  const path = `${packagePath(bidPackage)}/Comparison`
  const { body } = await admin('GET', path)
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const begun = performance.now()
    expect((await admin('GET', path)).status).toBe(200)
    times.push(Math.round(performance.now() - begun))
  }
  console.log(`the comparison took ${times.join(', ')} ms`)
  expect(body.rows).toHaveLength(lineCount)
  const quantityOf = (line: number) => 1 + (line % 9)
  for (const [index, { invitation }] of bidders.entries()) {
    let cents = 0
    for (let line = 1; line <= lineCount; line++) cents += quantityOf(line) * priceOf(index, line)
    const bid = body.bids.find(({ invitationId }: AnyRow) => invitationId === invitation.id)
    expect([bid.lines, bid.costs, bid.total]).toEqual([cents / 100, index, (cents + index * 100) / 100])
  }
  for (const { rowKey, quantity, median, low, spreadPercent, cells } of body.rows) {
    const line = Number(rowKey)
    const sorted = bidders.map((_, index) => priceOf(index, line)).sort((a, b) => a - b)
    const [lowest = 0, highest = 0] = [sorted[0], sorted.at(-1)]
    const middle = (sorted[5] ?? 0) + (sorted[6] ?? 0)
    expect([quantity, low]).toEqual([quantityOf(line), lowest / 100])
    expect(Math.round(median * 100)).toBe(Math.floor((middle + 1) / 2))
    expect(spreadPercent).toBeCloseTo(((highest - lowest) / lowest) * 100, 1)
    expect(cells.filter(({ isLow }: AnyRow) => isLow)).toHaveLength(sorted.filter((price) => price === lowest).length)
  }
})
