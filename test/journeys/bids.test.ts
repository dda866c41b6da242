import { expect, it } from 'vitest'
import { createIssuedDesign, inviteBidder, packagePath, passDeadline, submitBid } from '../kit/fixtures/bids.ts'
import { startApp } from '../kit/start.ts'
import { browse, calm, findings } from './browser.ts'

const app = await startApp()
const visit = browse(app)
const { admin } = app

it('leads from a package over two bids and the close to the comparison and the award', async () => {
  const { project, lines } = await createIssuedDesign(app, [
    { quantity: 3, msrpPrice: 1000 },
    { quantity: 2, msrpPrice: 250 },
  ])
  const [first, second] = lines.map(({ id }) => String(id)) as [string, string]
  const page = await visit(admin, { path: `/projects/${project.id}/bids` })
  await page.getByRole('button', { name: 'New bid package' }).click()
  const dialog = page.getByRole('dialog', { name: 'New bid package' })
  await dialog.getByLabel('Name').fill('Audio-visual systems')
  await dialog.getByLabel('Bids are due').fill('2020-01-01T17:00')
  await dialog.getByText('Choose a time in the future.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Bids are due').fill('2099-12-30T17:00')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'BP-01 Audio-visual systems' }).waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const editing = page.getByRole('dialog', { name: 'Edit the package' })
  await expect.poll(() => editing.getByLabel('Bids are due').inputValue()).toBe('2099-12-30T17:00')
  await editing.getByLabel('Bids are due').fill('2099-12-31T17:00')
  await editing.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/2099\/12\/31/).waitFor()
  const [bidPackage] = (await admin('GET', `/api/projects/${project.id}/BidPackages`)).body.items
  const [a, b] = [await inviteBidder(app, bidPackage), await inviteBidder(app, bidPackage)]
  await page.getByText(a.invitation.company.name).waitFor()
  await calm(page)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  await page.getByText('The package was sent to its bidders.').waitFor()

  const bidder = await visit(a.caller, { path: '/external-bids', width: 390, height: 844 })
  await bidder.getByRole('link', { name: 'BP-01 Audio-visual systems' }).click()
  const prices = bidder.getByRole('textbox', { name: /^Unit price of/ })
  await prices.first().fill('900.10')
  await bidder.getByText('Total $2,700.30').waitFor()
  await bidder.getByText('Draft saved').waitFor()
  await expect.poll(async () => (await a.caller('GET', a.at)).body.draft.totals.total).toBe(2700.3)
  await bidder.reload()
  await bidder.getByText('Total $2,700.30').waitFor()
  await calm(bidder)
  expect(await findings(bidder)).toEqual([])
  expect(await bidder.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await bidder.getByRole('button', { name: 'Submit bid' }).click()
  const signing = bidder.getByRole('dialog', { name: 'Submit $2,700.30' })
  await signing.getByText('1 of 2 lines have no price').waitFor()
  await signing.getByLabel('Your name, as signature').fill('Ana Ruiz')
  await signing.getByRole('button', { name: 'Submit bid' }).click()
  await bidder.getByText('Version 1 of your bid was submitted.').waitFor()

  await submitBid(b, {
    lines: [
      { lineKey: first, unitPrice: 950 },
      { lineKey: second, unitPrice: 40 },
    ],
  })
  await passDeadline(app, bidPackage)
  await page.goto(`/projects/${project.id}/bids/${bidPackage.id}`)
  await page.getByRole('link', { name: 'Compare bids' }).click()
  await page.getByRole('table', { name: 'Totals of the bids' }).getByText('$2,930.00').first().waitFor()
  await page.getByText('Missing (1)').click()
  await page.getByRole('button', { name: new RegExp(`^Level .*${a.invitation.company.name}$`) }).click()
  await page.getByRole('button', { name: 'Median $80.00' }).click()
  await page.getByRole('button', { name: 'Save adjustment' }).click()
  await page.getByText('$2,780.30').first().waitFor()
  await calm(page)
  expect(await findings(page)).toEqual([])

  await page.getByRole('link', { name: 'Back to the package' }).click()
  await page.getByRole('button', { name: 'Award' }).click()
  const award = page.getByRole('dialog', { name: 'Award the package' })
  await award.getByLabel('Bidder').click()
  await page.getByRole('option', { name: a.invitation.company.name }).click()
  await award.getByLabel('Rationale').fill('Lowest leveled total')
  await award.getByRole('button', { name: 'Award' }).click()
  await page.getByText('Awarded', { exact: true }).waitFor()
  const { items } = (await admin('GET', `${packagePath(bidPackage)}/Lines`)).body
  expect(items.map(({ contractedUnitPrice }: { contractedUnitPrice: number | null }) => contractedUnitPrice)).toEqual([900.1, null])
})
