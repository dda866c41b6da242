import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { internalPermissions } from '../../src/model/permissions.ts'
import { type Caller, startApp } from '../kit/start.ts'
import { browse, calm } from './browser.ts'
import { everyPage, follow, inLanes, visited } from './every-page.ts'

const house = await startApp()
const visit = browse(house)
const { ids, addressOf } = await everyPage(house, visit)

/** Ids without a row: a number, a user, and a child of an existing row. */
const missingIds = { number: '987654321', person: '00000000-0000-4000-8000-000000000000' }
const missingAt = (path: string, isInside: boolean) => {
  const isPerson = /^\/(users|external-users|workload)\//.test(path)
  return path.replace(/\$(\w+)/g, (_, name: string) => {
    if (isInside && name === 'id') return String(ids.of[path.split('/')[1]!])
    return isPerson ? missingIds.person : missingIds.number
  })
}

/** Opens pages of missing or inaccessible rows. Returns pages that keep requesting or show no message. */
async function unfindable(who: Caller, addresses: string[]) {
  const wrong: Record<string, string[]> = {}
  const asked = new WeakMap<Page, Map<string, number>>()
  const openPage = async () => {
    const page = await visit(who, { width: 1280, height: 844 })
    page.on('request', (request) => {
      const address = `${request.method()} ${new URL(request.url()).pathname}`
      const times = asked.get(page)
      if (address.includes('/api/')) times?.set(address, (times.get(address) ?? 0) + 1)
    })
    return page
  }
  await inLanes(addresses, openPage, async (page, address) => {
    const times = new Map<string, number>()
    asked.set(page, times)
    await follow(page, address)
    const found = await calm(page).then(
      (): string[] => [],
      (error: Error) => [error.message],
    )
    for (const [one, count] of times) if (count > 2) found.push(`${one} asked ${count} times`)
    const words = await page.locator('main').innerText()
    if (!/not found|no such page|cannot be found|not allowed|not authorized/i.test(words)) found.push(`says: ${words.slice(0, 200)}`)
    if (found.length > 0) wrong[address] = found
  })
  return wrong
}
const ofOne = visited.map(({ path }) => path).filter((path) => path.includes('$'))

it('says the same of a project and a lead that are not to be seen', async () => {
  // On no access list, with every permission except the one to change access lists, which shows all rows.
  const all = internalPermissions.filter((name) => name !== 'ProjectAccessList.Update' && name !== 'LeadAccessList.Update')
  const stranger = await house.signInAs(all, { isNew: true })
  const ours = ofOne.filter((path) => /^\/(projects|leads|view-project|manage-contracts)\//.test(path)).map(addressOf)
  expect(ours.length).toBeGreaterThan(15)
  expect(await unfindable(stranger, ours)).toEqual({})
})

it('says once that something is not there, on every page of one thing', async () => {
  const inside = ofOne.filter((path) => path.split('$').length > 2)
  const addresses = [...ofOne.map((path) => missingAt(path, false)), ...inside.map((path) => missingAt(path, true))]
  expect(addresses.length).toBeGreaterThan(50)
  expect(await unfindable(house.admin, addresses)).toEqual({})
})
