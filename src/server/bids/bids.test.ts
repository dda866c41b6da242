import { describe, expect, it } from 'vitest'
import {
  type Bidder,
  createBidPackage,
  createIssuedDesign,
  inHours,
  inviteBidder,
  issueRevision,
  packagePath,
  passDeadline,
  submitBid,
  takeBidStep,
} from '../../../test/kit/fixtures/bids.ts'
import { startApp } from '../../../test/kit/start.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const design = await createIssuedDesign(app, [
  { quantity: 3, msrpPrice: 1000 },
  { quantity: 2, msrpPrice: 250.5 },
])
const [first, second] = design.lines.map(({ id }) => String(id)) as [string, string]

async function givenOut(bidders = 2, more: AnyRow = {}) {
  const bidPackage = await createBidPackage(app, design.project, design.revision, more)
  const invited: Bidder[] = []
  for (let index = 0; index < bidders; index++) invited.push(await inviteBidder(app, bidPackage))
  await takeBidStep(app, bidPackage, 'Issue')
  return { bidPackage, at: packagePath(bidPackage), bidders: invited as [Bidder, ...Bidder[]] }
}
const lineOf = (lineKey: string, unitPrice: number | null, more: AnyRow = {}) => ({ lineKey, unitPrice, ...more })

describe('steps of a package', () => {
  it('numbers packages, and fills in what the firm usually asks', async () => {
    const bidPackage = await createBidPackage(app, design.project, design.revision)
    expect(bidPackage).toMatchObject({ number: expect.stringMatching(/^BP-\d\d$/), state: 1, validityDays: 60, lineCount: 2, addenda: [] })
    expect(bidPackage.costLines.map(({ key }: AnyRow) => key)).toContain('freight')
    expect(bidPackage.checklist).toHaveLength(8)
    expect(bidPackage.canSeeBids).toBe(false)
    const { items } = (await admin('GET', `${packagePath(bidPackage)}/Lines`)).body
    expect(items).toMatchObject([
      { lineKey: first, quantity: 3, estimateUnitPrice: 1000, space: { id: design.space.id }, equipment: { tag: expect.any(String) } },
      { lineKey: second, quantity: 2, estimateUnitPrice: 250.5 },
    ])
  })

  it('issues only with bidders and a deadline in the future, and mails without an amount', async () => {
    const bidPackage = await createBidPackage(app, design.project, design.revision)
    const at = packagePath(bidPackage)
    expect((await admin('PUT', `${at}/Issue`, {})).status).toBe(409)
    const { caller, at: own } = await inviteBidder(app, bidPackage)
    expect((await caller('GET', own)).status).toBe(404)
    await app.sql(`update bid_packages set due_at = now() - interval '1 hour' where id = $1`, [bidPackage.id])
    expect((await admin('PUT', `${at}/Issue`, {})).status).toBe(409)
    await app.sql(`update bid_packages set due_at = now() + interval '1 hour' where id = $1`, [bidPackage.id])
    const issued = await takeBidStep(app, bidPackage, 'Issue')
    expect(issued).toMatchObject({ state: 2, invitationCount: 1, submittedCount: 0 })
    expect(issued.secondsLeft).toBeGreaterThan(3500)
    expect((await admin('PUT', at, { name: 'Other' })).status).toBe(409)
    expect((await admin('DELETE', at)).status).toBe(409)
    expect((await admin('PUT', `${at}/Issue`, {})).status).toBe(409)
    expect((await admin('PUT', `${at}/Award`, { invitationId: 1, rationale: 'Best' })).status).toBe(409)
    expect((await caller('GET', own)).status).toBe(200)
    await app.waitUntilIdle()
    const mail = app.mails().find(({ to, subject }) => to === caller.email && subject.startsWith('Invitation to bid'))
    expect(mail?.text).not.toMatch(/\$\d/)
    expect(mail?.links[0]).toContain('/external-bids/')
    await expect.poll(async () => (await admin('GET', `${at}/Invitations`)).body.items).toMatchObject([{ state: 2, bidVersion: null }])
  })

  it('closes by itself, reopens with a later deadline, and awards once', async () => {
    const { bidPackage, at, bidders } = await givenOut(2, {
      costLines: [{ key: 'freight', name: 'Freight' }],
      allowances: [{ name: 'Extra', amount: 500 }],
    })
    const [winner, loser] = bidders as [Bidder, Bidder]
    const receipt = await submitBid(winner, { lines: [lineOf(first, 900.1), lineOf(second, 200)], costs: { freight: 99.99 } })
    expect(receipt).toMatchObject({ version: 1, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(receipt.totals).toEqual({ lines: 3100.3, costs: 99.99, allowances: 500, total: 3700.29 })
    await submitBid(loser, { lines: [lineOf(first, 1000), lineOf(second, null, { isExcluded: true })] })
    await passDeadline(app, bidPackage)
    expect((await admin('GET', at)).body).toMatchObject({ state: 3, canSeeBids: true, secondsLeft: null, submittedCount: 2 })
    const late = await winner.caller('PUT', `${winner.at}/Draft`, { lines: [] })
    expect([late.status, late.body]).toMatchObject([
      409,
      { errorType: 'BiddingIsClosed', dueAt: expect.any(String), arrivedAt: expect.any(String) },
    ])
    expect(Date.parse(late.body.arrivedAt)).toBeGreaterThan(Date.parse(late.body.dueAt))
    expect((await admin('PUT', `${at}/Reopen`, { dueAt: inHours(-1), reason: 'More time' })).status).toBe(400)
    expect((await admin('PUT', `${at}/Reopen`, { dueAt: inHours(1) })).status).toBe(400)
    await takeBidStep(app, bidPackage, 'Reopen', { dueAt: inHours(1), reason: 'More time' })
    expect((await admin('GET', `${at}/Comparison`)).body.errorType).toBe('BidsAreSealed')
    await passDeadline(app, bidPackage)
    expect((await admin('PUT', `${at}/Award`, { invitationId: winner.invitation.id })).status).toBe(400)
    expect((await admin('PUT', `${at}/Award`, { invitationId: 999_999, rationale: 'Best' })).status).toBe(400)
    const awarded = await takeBidStep(app, bidPackage, 'Award', { invitationId: winner.invitation.id, rationale: 'Best value' })
    expect(awarded).toMatchObject({ state: 4, awardedInvitationId: winner.invitation.id, awardRationale: 'Best value' })
    const { items } = (await admin('GET', `${at}/Lines`)).body
    expect(items.map(({ contractedUnitPrice }: AnyRow) => contractedUnitPrice)).toEqual([900.1, 200])
    expect((await admin('PUT', `${at}/Cancel`, { reason: 'No' })).status).toBe(409)
    await app.waitUntilIdle()
    const subjects = (bidder: Bidder) => app.mails().flatMap(({ to, subject }) => (to === bidder.caller.email ? subject.split(' ')[0] : []))
    expect(subjects(winner)).toContain('Award')
    expect(subjects(loser)).toContain('Result')
  })

  it('keeps bids of a canceled package sealed, and refuses bidders', async () => {
    const { bidPackage, at, bidders } = await givenOut(1)
    await submitBid(bidders[0], { lines: [lineOf(first, 1)] })
    expect((await admin('PUT', `${at}/Cancel`, {})).status).toBe(400)
    await takeBidStep(app, bidPackage, 'Cancel', { reason: 'The client stopped' })
    expect((await admin('GET', `${at}/Comparison`)).status).toBe(403)
    expect((await bidders[0].caller('POST', `${bidders[0].at}/Submit`, { name: 'Ana' })).status).toBe(409)
  })
})

describe('a bid', () => {
  it('is versioned, and a repeated submission is the same version', async () => {
    const { bidders } = await givenOut(1)
    const [{ caller, at }] = bidders
    expect((await caller('POST', `${at}/Submit`, { name: 'Ana' })).status).toBe(409)
    const draft = (await caller('PUT', `${at}/Draft`, { lines: [lineOf(first, 10)] })).body
    expect(draft).toMatchObject({ rowVersion: 1, totals: { lines: 30, total: 30 } })
    const answers = await Promise.all([1, 2].map(() => caller('POST', `${at}/Submit`, { name: 'Ana' })))
    expect(answers.map(({ status, body }) => [status, body.version])).toEqual([
      [200, 1],
      [200, 1],
    ])
    const headers = { 'idempotency-key': 'once' }
    await caller('PUT', `${at}/Draft`, { lines: [lineOf(first, 11)] })
    const again = await Promise.all([1, 2].map(() => caller('POST', `${at}/Submit`, { name: 'Ana' }, { headers })))
    expect(again.map(({ body }) => body.version)).toEqual([2, 2])
    expect((await caller('GET', at)).body.versions).toHaveLength(2)
    expect((await caller('PUT', `${at}/Draft`, { lines: [lineOf(first, 12)], rowVersion: 1 })).status).toBe(409)
    expect((await caller('PUT', `${at}/Decline`, { reason: 'Busy' })).status).toBe(409)
    expect((await caller('PUT', `${at}/Withdraw`, {})).body).toMatchObject({ state: 6, bidVersion: null })
    expect((await caller('PUT', `${at}/Withdraw`, {})).status).toBe(409)
    expect((await caller('PUT', `${at}/Decline`, { reason: 'Busy' })).body).toMatchObject({ state: 4, declinedReason: 'Busy' })
    expect((await caller('PUT', `${at}/Intend`, {})).body.state).toBe(3)
  })

  it('refuses what the package does not ask for', async () => {
    const { bidders } = await givenOut(1, { costLines: [{ key: 'tax', name: 'Tax' }] })
    const [{ caller, at }] = bidders
    const refused = async (draft: AnyRow) => Object.keys((await caller('PUT', `${at}/Draft`, draft)).body.fields ?? {})
    expect(await refused({ lines: [lineOf('999', 1)] })).toEqual(['lines[0].lineKey'])
    expect(await refused({ lines: [lineOf(first, 1), lineOf(first, 1)] })).toEqual(['lines[1].lineKey'])
    expect(await refused({ lines: [lineOf(first, -1)] })).toEqual(['lines[0].unitPrice'])
    expect(await refused({ costs: { freight: 1 } })).toEqual(['costs.freight'])
    expect(await refused({ costs: { tax: 'much' } })).toEqual(['costs.tax'])
    expect(await refused({ acknowledgedAddenda: [7] })).toEqual(['acknowledgedAddenda'])
    expect(await refused({ fileIds: ['00000000-0000-0000-0000-000000000000'] })).toEqual(['fileIds'])
  })

  it('cannot be read or disturbed by another bidder, by staff as bidders, or by strangers', async () => {
    const { bidPackage, at, bidders } = await givenOut(2)
    const [a, b] = bidders as [Bidder, Bidder]
    await submitBid(b, { lines: [lineOf(first, 77_123.45)] })
    const stranger = await inviteBidder(app, await createBidPackage(app, design.project, design.revision))
    for (const caller of [a.caller, stranger.caller]) {
      expect((await caller('GET', b.at)).status).toBe(404)
      expect((await caller('PUT', `${b.at}/Draft`, { lines: [] })).status).toBe(404)
      expect((await caller('POST', `${b.at}/Submit`, { name: 'A' })).status).toBe(404)
      for (const step of ['Withdraw', 'Decline', 'Intend'])
        expect((await caller('PUT', `${b.at}/${step}`, { reason: 'x' })).status).toBe(404)
      expect((await caller('POST', `${b.at}/Questions`, { text: 'x' })).status).toBe(404)
      for (const read of ['Workbook', 'Receipt']) expect((await caller('GET', `${b.at}/${read}`)).status).toBe(404)
      for (const path of ['', '/Lines', '/Invitations', '/Addenda', '/Questions', '/Comparison', '/Tabulation'])
        expect((await caller('GET', `${at}${path}`)).status, path).toBe(403)
    }
    const own = await a.caller('GET', '/api/externalBids')
    expect(own.body.items.map(({ id }: AnyRow) => id)).toEqual([a.invitation.id])
    expect(JSON.stringify([own.body, (await a.caller('GET', a.at)).body])).not.toContain('77123.45')
    expect((await admin('GET', b.at)).status).toBe(403)
    await passDeadline(app, bidPackage)
    expect(JSON.stringify((await a.caller('GET', a.at)).body)).not.toContain('77123.45')
  })

  it('answers questions for all bidders without naming who asked', async () => {
    const { at, bidders } = await givenOut(2)
    const [a, b] = bidders as [Bidder, Bidder]
    const asked = await a.caller('POST', `${a.at}/Questions`, { text: 'Is conduit included?' })
    expect(asked.status).toBe(201)
    expect((await b.caller('GET', b.at)).body.questions).toEqual([])
    const { items } = (await admin('GET', `${at}/Questions`)).body
    expect(items).toMatchObject([{ id: asked.body.id, invitationId: a.invitation.id, answer: null }])
    const answered = await admin('PUT', `${at}/Questions/${asked.body.id}/Answer`, { answer: 'By others.', isPublished: true })
    expect(answered.body).toMatchObject({ answer: 'By others.', isPublished: true })
    const [shown] = (await b.caller('GET', b.at)).body.questions
    expect(shown).toMatchObject({ text: 'Is conduit included?', answer: 'By others.', isMine: false })
    expect(JSON.stringify(shown)).not.toContain(a.invitation.company.name)
  })
})

describe('an addendum', () => {
  it('moves the deadline, keeps unchanged prices, and asks for a new submission', async () => {
    const own = await createIssuedDesign(app, [
      { quantity: 3, msrpPrice: 10 },
      { quantity: 2, msrpPrice: 20 },
    ])
    const [kept, changed] = own.lines as [AnyRow, AnyRow]
    const bidPackage = await createBidPackage(app, own.project, own.revision)
    const [a, b] = [await inviteBidder(app, bidPackage), await inviteBidder(app, bidPackage)]
    await takeBidStep(app, bidPackage, 'Issue')
    for (const bidder of [a, b]) await submitBid(bidder, { lines: [lineOf(String(kept.id), 5), lineOf(String(changed.id), 6)] })
    const update = await admin('PUT', `/api/spaces/${own.space.id}/Equipment/${changed.id}`, {
      ...changed,
      equipmentId: changed.equipment.id,
      quantity: 9,
    })
    expect(update.status, JSON.stringify(update.body)).toBe(200)
    const next = await issueRevision(app, own.project)
    const at = packagePath(bidPackage)
    const dueAt = inHours(48)
    const addendum = await admin('POST', `${at}/Addenda`, { title: 'More displays', revisionId: next.id, dueAt })
    expect([addendum.status, addendum.body]).toMatchObject([201, { number: 1, title: 'More displays', revisionId: next.id }])
    expect((await admin('GET', at)).body).toMatchObject({ dueAt, revision: { id: next.id }, addenda: [{ number: 1 }] })
    expect((await admin('GET', `${at}/Invitations`)).body.items).toMatchObject([{ mustResubmit: true }, { mustResubmit: true }])
    const { draft, mustResubmit } = (await a.caller('GET', a.at)).body
    expect(mustResubmit).toBe(true)
    expect(draft).toMatchObject({ priceAgain: [String(changed.id)], lines: [{ lineKey: String(kept.id), unitPrice: 5 }] })
    // A draft that was read before the addendum cannot overwrite it.
    expect((await a.caller('PUT', `${a.at}/Draft`, { lines: [], rowVersion: 1 })).status).toBe(409)
    const { rowVersion } = draft
    const lines = [lineOf(String(kept.id), 5), lineOf(String(changed.id), 7)]
    const saved = await a.caller('PUT', `${a.at}/Draft`, { lines, acknowledgedAddenda: [1], rowVersion })
    expect(saved.body).toMatchObject({ priceAgain: [], totals: { total: 15 + 63 } })
    expect((await a.caller('POST', `${a.at}/Submit`, { name: 'Ana' })).body.version).toBe(2)
    await passDeadline(app, bidPackage)
    const compared = (await admin('GET', `${at}/Comparison`)).body
    expect(compared.bids).toMatchObject([{ invitationId: a.invitation.id, version: 2, missingAddenda: [] }])
    await app.sql(`update jobs set run_after = now() where name = 'close bids'`)
    const stateOfB = async () =>
      (await admin('GET', `${at}/Invitations/`)).body.items.find(({ id }: AnyRow) => id === b.invitation.id)?.state
    await expect.poll(stateOfB).toBe(6)
    expect((await admin('POST', `${at}/Addenda`, { title: 'Late' })).status).toBe(409)
  })
})

describe('the comparison', () => {
  it('levels bids with a reason and decides on substitutes', async () => {
    const { bidPackage, at, bidders } = await givenOut(3)
    const [a, b, c] = bidders as [Bidder, Bidder, Bidder]
    await submitBid(a, { lines: [lineOf(first, 100), lineOf(second, 40)] })
    await submitBid(b, { lines: [lineOf(first, 90, { substitute: { manufacturer: 'Acme', model: 'X1', reason: 'In stock' } })] })
    await submitBid(c, { lines: [lineOf(first, 200), lineOf(second, null, { isExcluded: true })] })
    expect(
      (await admin('PUT', `${at}/Adjustments`, { invitationId: b.invitation.id, rowKey: second, amount: 80, reason: 'Median' })).status,
    ).toBe(403)
    await passDeadline(app, bidPackage)
    const adjust = (body: AnyRow) => admin('PUT', `${at}/Adjustments`, { invitationId: b.invitation.id, rowKey: second, ...body })
    expect((await adjust({ amount: 80 })).status).toBe(400)
    expect((await adjust({ rowKey: 'none', amount: 80, reason: 'Median' })).status).toBe(400)
    expect((await adjust({ amount: 80, reason: 'Median' })).body).toEqual({ adjustments: 80, leveledTotal: 350 })
    const decided = await admin('PUT', `${at}/Substitutes/${b.invitation.id}/${first}`, { decision: 2, comment: 'With a sample' })
    expect(decided.body).toMatchObject({ manufacturer: 'Acme', decision: 2, comment: 'With a sample' })
    expect((await admin('PUT', `${at}/Substitutes/${a.invitation.id}/${first}`, { decision: 1 })).status).toBe(404)
    const { rows, bids } = (await admin('GET', `${at}/Comparison`, undefined, { query: { groupBy: 'product' } })).body
    const rowOf = (key: string) => rows.find(({ rowKey }: AnyRow) => rowKey === key)
    const cellOf = (key: string, bidder: Bidder) =>
      rowOf(key).cells.find(({ invitationId }: AnyRow) => invitationId === bidder.invitation.id)
    expect(rowOf(first)).toMatchObject({ median: 100, low: 100, spreadPercent: 100, estimate: { unitPrice: 1000, extended: 3000 } })
    expect(cellOf(first, a)).toMatchObject({ isLow: true, isOutlier: false, differencePercent: -90, extended: 300 })
    expect(cellOf(first, b)).toMatchObject({ isLow: false, substitute: { model: 'X1', decision: 2 } })
    expect(cellOf(first, c)).toMatchObject({ isOutlier: true })
    expect(cellOf(second, b)).toMatchObject({ isMissing: true, unitPrice: null, adjustment: { amount: 80, reason: 'Median' } })
    expect(cellOf(second, c)).toMatchObject({ isExcluded: true, isMissing: false, extended: 0 })
    expect(bids.map(({ total }: AnyRow) => total)).toEqual([270, 380, 600])
    expect((await adjust({ amount: null })).body).toEqual({ adjustments: 0, leveledTotal: 270 })
    expect((await admin('GET', `${at}/Comparison`, undefined, { query: { groupBy: 'mood' } })).status).toBe(400)
  })
})
