import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { internalPermissions } from '../../src/model/permissions.ts'
import { type Caller, startApp } from '../kit/start.ts'
import { browse, calm } from './browser.ts'
import { everyPage, follow, inLanes, visited } from './every-page.ts'

const app = await startApp()
const visit = browse(app)
const { ids, addressOf } = await everyPage(app, visit)

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
async function unfindable(caller: Caller, addresses: string[]) {
  const failures: Record<string, string[]> = {}
  const requestCounts = new WeakMap<Page, Map<string, number>>()
  const openPage = async () => {
    const page = await visit(caller, { width: 1280, height: 844 })
    page.on('request', (request) => {
      const address = `${request.method()} ${new URL(request.url()).pathname}`
      const times = requestCounts.get(page)
      if (address.includes('/api/')) times?.set(address, (times.get(address) ?? 0) + 1)
    })
    return page
  }
  await inLanes(addresses, openPage, async (page, address) => {
    const times = new Map<string, number>()
    requestCounts.set(page, times)
    await follow(page, address)
    const found = await calm(page).then(
      (): string[] => [],
      (error: Error) => [error.message],
    )
    for (const [one, count] of times) if (count > 2) found.push(`${one} asked ${count} times`)
    const mainText = await page.locator('main').innerText()
    if (!/not found|no such page|cannot be found|not allowed|not authorized/i.test(mainText)) found.push(`says: ${mainText.slice(0, 200)}`)
    if (found.length > 0) failures[address] = found
  })
  return failures
}
const ofOne = visited.map(({ path }) => path).filter((path) => path.includes('$'))

it('shows the same message for a hidden project and a hidden lead', async () => {
  // Permissions of a user on no access list: all except the one to change access lists, which shows all rows.
  const all = internalPermissions.filter((name) => name !== 'ProjectAccessList.Update' && name !== 'LeadAccessList.Update')
  const stranger = await app.signInAs(all, { isNew: true })
  const projectAddresses = ofOne.filter((path) => /^\/(projects|leads|view-project|manage-contracts)\//.test(path)).map(addressOf)
  expect(projectAddresses.length).toBeGreaterThan(15)
  expect(await unfindable(stranger, projectAddresses)).toEqual({})
})

it('shows one not-found message on every detail page', async () => {
  const inside = ofOne.filter((path) => path.split('$').length > 2)
  const addresses = [...ofOne.map((path) => missingAt(path, false)), ...inside.map((path) => missingAt(path, true))]
  expect(addresses.length).toBeGreaterThan(50)
  expect(await unfindable(app.admin, addresses)).toEqual({})
})
