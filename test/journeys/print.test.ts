import { expect, it } from 'vitest'
import { given } from '../kit/given.ts'
import { givenLine, givenProduct, givenProject, givenSpace } from '../kit/given-projects.ts'
import { start } from '../kit/start.ts'
import { browse, calm } from './browser.ts'
import { everyPage } from './every-page.ts'

const house = await start()
const visit = browse(house)
const { addressOf } = await everyPage(house, visit)

/** A sheet of Letter paper between its margins, in CSS pixels. */
const sheet = { width: 726, height: 966 }
const printed = [
  '/projects/$id',
  '/projects/$id/spaces/$spaceId',
  '/projects/$id/spaces',
  '/projects/$id/racks',
  '/projects/$id/cables',
  '/manage-contracts/$id',
  '/equipment',
  '/equipment/$id',
  '/inventory',
]

it.each([false, true])('prints what a page is about, with nothing over it, in the light (dark theme: %s)', async (dark) => {
  const page = await visit(house.admin, { ...sheet, dark })
  const wrong: string[] = []
  for (const path of printed) {
    // As on the screen, so that whatever it draws is there; then as paper.
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1280, height: 844 })
    await page.goto(addressOf(path))
    await calm(page)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize(sheet)
    await calm(page)
    const found = await page.evaluate(() => {
      const boxes = (selector: string) =>
        [...document.querySelectorAll(selector)]
          .map((one) => one.getBoundingClientRect())
          .filter(({ width, height }) => width > 0 && height > 0)
      const found: string[] = []
      const { colorScheme, backgroundColor } = getComputedStyle(document.documentElement)
      if (colorScheme !== 'light' || backgroundColor !== 'rgb(255, 255, 255)') found.push(`on ${colorScheme} ${backgroundColor}`)
      if (boxes('a[href="#content"], nav, [role="search"]').length > 0) found.push('shows ways to go and to search')
      const asides = boxes('main aside, main [class*="_aside_"], main [class*="_side_"]')
      for (const table of boxes('main table')) {
        if (table.right > innerWidth + 1) found.push(`has a table ${Math.round(table.right - innerWidth)} px wider than the sheet`)
        const isUnder = asides.some(
          (aside) =>
            aside.left < table.right - 1 && aside.right > table.left + 1 && aside.top < table.bottom - 1 && aside.bottom > table.top + 1,
        )
        if (isUnder) found.push('has a table under another part')
      }
      return found
    })
    wrong.push(...found.map((words) => `${path} ${words}`))
    if (path === '/inventory') await page.getByRole('columnheader', { name: 'Model', exact: true }).getByText('Model').waitFor()
  }
  expect(wrong).toEqual([])
})

it('prints the devices of a rack', async () => {
  const project = await givenProject(house)
  const space = await givenSpace(house, project)
  await givenLine(house, space, await givenProduct(house, { tag: 'AMP', isRackMountable: true, rackUnits: 2 }))
  const rack = await given(house, `/api/projects/${project.id}/Racks`, { name: 'R-01', spaceId: space.id, heightRU: 12 })
  const [unit] = (await house.admin('GET', `/api/projects/${project.id}/Units`)).body.items
  const racks = [{ rackId: rack.id, placements: [{ unitId: unit.id, startRU: 3, face: 1 }] }]
  expect((await house.admin('PUT', `/api/projects/${project.id}/Racks/Placements`, { racks })).status).toBe(200)
  const page = await visit(house.admin, { path: `/projects/${project.id}/racks` })
  const device = page.getByRole('region', { name: 'R-01, front' }).locator('[data-unit]')
  await device.waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await device.isVisible()).toBe(true)
})
