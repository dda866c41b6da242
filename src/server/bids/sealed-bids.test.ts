import { expect, it } from 'vitest'
import { waitForFile } from '../../../test/kit/file-tasks.ts'
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
import { textOfPdf } from '../../../test/kit/pdf-text.ts'
import { startApp } from '../../../test/kit/start.ts'
import type { AnyRow } from '../kit/request/context.ts'
import { writeWorkbook } from '../tools/sheet.ts'
import { readWorkbook } from '../tools/sheet-reading.ts'

const app = await startApp()
const { admin } = app
const design = await createIssuedDesign(app, [
  { quantity: 3, msrpPrice: 1000 },
  { quantity: 2, msrpPrice: 250 },
])
const [first, second] = design.lines.map(({ id }) => String(id)) as [string, string]

async function givenOut(bidders: number, more: AnyRow = {}) {
  const bidPackage = await createBidPackage(app, design.project, design.revision, more)
  const invited: Bidder[] = []
  for (let index = 0; index < bidders; index++) invited.push(await inviteBidder(app, bidPackage))
  await takeBidStep(app, bidPackage, 'Issue')
  return { bidPackage, at: packagePath(bidPackage), bidders: invited as [Bidder, ...Bidder[]] }
}

/** Marks that occur nowhere else: an amount, a substitute, an exclusion, and the content of a file. */
const secret = { price: 48_213.77, model: 'ZQ-SEALED-MODEL', text: 'Without the zebra crossing', file: 'zebra file content' }

it('keeps a bid sealed from an administrator on every path until the close', async () => {
  const { bidPackage, at, bidders } = await givenOut(1, { costLines: [{ key: 'tax', name: 'Tax' }] })
  const [{ caller, at: own }] = bidders
  const form = new FormData()
  form.append('file', new File([secret.file], 'scan.txt'))
  const uploaded = await caller('POST', `${own}/Files`, form)
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201)
  const substitute = { manufacturer: 'Acme', model: secret.model, reason: null }
  const bid = {
    lines: [{ lineKey: first, unitPrice: secret.price, substitute }],
    costs: { tax: secret.price },
    exclusions: [secret.text],
    fileIds: [uploaded.body.id],
  }
  await submitBid(bidders[0], bid)
  const receiptTask = await caller('GET', `${own}/Receipt`)
  expect(receiptTask.status).toBe(202)
  const receipt = await waitForFile(caller, receiptTask.body.id)
  await app.waitUntilIdle()

  const { id, projectId } = bidPackage
  const paths = [
    at,
    `/api/projects/${projectId}/BidPackages`,
    `/api/projects/${projectId}/BidPackages/query`,
    `/api/projects/${projectId}/BidPackages/typeHead`,
    `${at}/Lines`,
    `${at}/Invitations`,
    `${at}/Addenda`,
    `${at}/Questions`,
    `${at}/ActivityLogs`,
    `${at}/Comparison`,
    `${at}/Comparison/Export`,
    `${at}/Tabulation`,
    own,
    `${own}/Workbook`,
    `${own}/Receipt`,
    '/api/externalBids',
    '/api/auditLog',
    '/api/changeSets',
    '/api/inbox',
    `/api/projects/${projectId}`,
    `/api/projects/${projectId}/ActivityLogs`,
    `/api/projects/${projectId}/Budget`,
    `/api/projects/${projectId}/Stats`,
    `/api/DownloadCenter`,
    '/api/DownloadCenter/Management',
  ]
  const secrets = [String(secret.price), '4821377', '144641.31', secret.model, secret.text, secret.file]
  const seen: Record<string, number> = {}
  for (const path of paths) {
    const answer = await admin('GET', path, undefined, { query: { itemsPerPage: 200 } })
    seen[path.replace(/\d+/g, '#')] = answer.status
    const text = Buffer.isBuffer(answer.body) ? answer.body.toString('latin1') : JSON.stringify(answer.body)
    for (const mark of secrets) expect(text, `${path} shows ${mark}`).not.toContain(mark)
  }
  expect(seen[`${at}/Comparison`.replace(/\d+/g, '#')]).toBe(403)
  expect(seen[`${at}/Tabulation`.replace(/\d+/g, '#')]).toBe(403)
  for (const search of secrets.slice(3))
    expect(JSON.stringify((await admin('GET', '/api/search', undefined, { query: { search } })).body)).not.toContain(bidPackage.name)
  for (const [method, path, body] of [
    ['PUT', `${at}/Adjustments`, { invitationId: bidders[0].invitation.id, rowKey: first, amount: 1, reason: 'x' }],
    ['PUT', `${at}/Substitutes/${bidders[0].invitation.id}/${first}`, { decision: 1 }],
  ] as const) {
    const answer = await admin(method, path, body)
    expect([answer.status, answer.body.errorType]).toEqual([403, 'BidsAreSealed'])
  }
  const file = `/api/files/${uploaded.body.id}/scan.txt`
  expect([(await admin('GET', file)).status, (await caller('GET', file)).status]).toEqual([404, 200])
  expect((await textOfPdf((await admin('GET', receipt.url)).body)).join(' ')).not.toContain('48')
  // Nothing but the tables of bids has the amounts.
  const tables = await app.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'r'`,
  )
  const holding: string[] = []
  for (const { name } of tables) {
    const [{ found } = { found: 0 }] = await app.sql(
      `select count(*)::int as found from "${name}" t where t::text like '%48213.77%' or t::text like '%${secret.model}%'`,
    )
    if (found > 0) holding.push(name)
  }
  expect(holding.sort()).toEqual(['bid_drafts', 'bid_versions'])
  for (const mail of app.mails()) for (const mark of secrets) expect(JSON.stringify(mail)).not.toContain(mark)

  await passDeadline(app, bidPackage)
  const { bids, rows } = (await admin('GET', `${at}/Comparison`)).body
  expect(bids).toMatchObject([{ total: 192_855.08, exclusions: [secret.text] }])
  expect(rows[0].cells[0]).toMatchObject({ unitPrice: secret.price, substitute: { model: secret.model } })
  expect((await admin('GET', file)).status).toBe(200)
  expect(id).toBeGreaterThan(0)
})

it('compares the deadline with the clock of the database to the millisecond', async () => {
  const { bidPackage, at, bidders } = await givenOut(1)
  const [{ caller, at: own }] = bidders
  expect((await caller('PUT', `${own}/Draft`, { lines: [{ lineKey: first, unitPrice: 5 }] })).status).toBe(200)
  const [{ due }] = (await app.sql(
    `update bid_packages set due_at = date_trunc('milliseconds', clock_timestamp()) + interval '700 milliseconds' where id = $1 returning due_at as due`,
    [bidPackage.id],
  )) as [{ due: string }]
  const outcomes: { accepted: boolean; at: string }[] = []
  for (let isOut = true, version = 0; isOut; version++) {
    await caller('PUT', `${own}/Draft`, { lines: [{ lineKey: first, unitPrice: 5 + version }] })
    const { status, body } = await caller('POST', `${own}/Submit`, { name: 'Ana' })
    outcomes.push({ accepted: status === 200, at: status === 200 ? body.submittedAt : body.arrivedAt })
    isOut = status === 200
  }
  const deadline = Date.parse(due)
  expect(outcomes.length).toBeGreaterThan(2)
  for (const outcome of outcomes) expect(Date.parse(outcome.at) <= deadline).toBe(outcome.accepted)
  // The close counts although no job has stored it.
  expect((await admin('GET', at)).body.state).toBe(3)
  expect((await admin('GET', `${at}/Comparison`)).body.bids).toMatchObject([{ version: outcomes.length - 1 }])
})

it('exports the comparison with formulas, and the tabulation as a PDF', async () => {
  const { bidPackage, at, bidders } = await givenOut(2, {
    costLines: [{ key: 'tax', name: 'Tax' }],
    allowances: [{ name: 'Spare', amount: 100 }],
  })
  const [a, b] = bidders as [Bidder, Bidder]
  await submitBid(a, {
    lines: [
      { lineKey: first, unitPrice: 10 },
      { lineKey: second, unitPrice: 20.01 },
    ],
    costs: { tax: 5 },
  })
  await submitBid(b, {
    lines: [
      { lineKey: first, unitPrice: 11 },
      { lineKey: second, isExcluded: true },
    ],
    exclusions: ['Permits'],
  })
  await passDeadline(app, bidPackage)
  const adjustment = { invitationId: b.invitation.id, rowKey: second, amount: 40.02, reason: 'Median' }
  expect((await admin('PUT', `${at}/Adjustments`, adjustment)).status).toBe(200)
  const fileOf = async (path: string) => {
    const { status, body } = await admin('GET', `${at}/${path}`)
    expect(status).toBe(202)
    return (await admin('GET', (await waitForFile(admin, body.id)).url)).body
  }
  const [sheet] = readWorkbook(await fileOf('Comparison/Export'))
  const total = sheet?.rows.find(({ values }) => values[0] === 'Leveled total')
  expect([total?.results?.[11], total?.results?.[16]]).toEqual([173.02, 175.02])
  const line = sheet?.rows.find(({ values }) => values[5] === 1000)
  expect(String(line?.values[7])).toMatch(/^=ROUND\(MEDIAN\(K\d+,P\d+\),2\)$/)
  expect(line?.results).toMatchObject({ 6: 3000, 7: 10.5, 8: 10, 9: 10, 11: 33, 12: -98.9, 16: 30, 17: -99 })
  const text = (await textOfPdf(await fileOf('Tabulation'))).join(' ')
  for (const shown of [a.invitation.company.name, '$175.02', '$173.02', 'Permits']) expect(text).toContain(shown)
})

it('reads a filled workbook, with problems by row and column, and refuses the workbook of another package', async () => {
  const more = { costLines: [{ key: 'tax', name: 'Tax' }], alternates: [{ code: 'A1', name: 'Spare', description: null }] }
  const [out, other] = [await givenOut(2, more), await givenOut(1, more)]
  const [a, b] = out.bidders as [Bidder, Bidder]
  await a.caller('PUT', `${a.at}/Draft`, { lines: [{ lineKey: first, unitPrice: 10.5 }], costs: { tax: 7 } })
  const workbook = await a.caller('GET', `${a.at}/Workbook`)
  expect(workbook.status).toBe(200)
  const read = async ({ caller, at }: Bidder, data: Uint8Array) => {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(data)], 'bid.xlsx'))
    return caller('POST', `${at}/Workbook/Read`, form)
  }
  const unchanged = await read(a, workbook.body)
  expect(unchanged.status, JSON.stringify(unchanged.body)).toBe(200)
  expect(unchanged.body).toMatchObject({
    problems: [],
    costs: { tax: 7 },
    lines: [
      { lineKey: first, unitPrice: 10.5 },
      { lineKey: second, unitPrice: null },
    ],
  })
  for (const stranger of [b, other.bidders[0]]) {
    const refused = await read(stranger, workbook.body)
    expect([refused.status, refused.body.errors[0]]).toEqual([
      400,
      expect.stringContaining(`of another package or bidder (${out.bidPackage.number})`),
    ])
  }
  const sheets = readWorkbook(workbook.body).map(({ name, rows }) => ({
    name,
    columns: (rows[0]?.values ?? []).map((header) => ({ header: String(header) })),
    rows: rows.slice(1).map(({ values }) => [...values] as (string | number | null)[]),
  }))
  const pricesSheet = sheets[0]
  if (!pricesSheet) throw new Error('no sheet')
  const [rowA, rowB] = pricesSheet.rows as [(string | number | null)[], (string | number | null)[]]
  rowA[7] = '12,5'
  rowB[6] = 99
  rowB[9] = 'Maybe'
  const filled = await read(a, await writeWorkbook({ sheets }))
  expect(filled.body.problems).toMatchObject([
    { sheet: 'Prices', row: 2, column: 'Unit Price' },
    { sheet: 'Prices', row: 3, column: 'Qty' },
    { sheet: 'Prices', row: 3, column: 'Excluded' },
  ])
  expect((await read(a, new TextEncoder().encode('a,b\n1,2\n'))).status).toBe(400)
})
