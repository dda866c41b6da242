import { expect, it } from 'vitest'
import { givenSignalType } from '../../../test/kit/given.ts'
import { start } from '../../../test/kit/start.ts'

const house = await start()

it('names each kind of thing the log has entries of once', async () => {
  await givenSignalType(house)
  await givenSignalType(house)
  await house.admin('POST', '/api/roles', { name: 'Kept', permissions: [] })
  const { status, body } = await house.admin('GET', '/api/auditLogs/Kinds')
  expect(status).toBe(200)
  const [all] = await house.sql('select array_agg(distinct entity order by entity) as kinds from audit_log')
  expect(body.kinds).toEqual(all!.kinds)
  expect(body.kinds).toEqual(expect.arrayContaining(['roles', 'signalTypes']))
})

it.each(['date', 'user', 'action', 'entity', 'entityName', 'ip', 'outcome'])('sorts by %s in both directions', async (column) => {
  const values = async (sortDesc: boolean) => {
    const query = { sortBy: column, sortDesc, itemsPerPage: -1 }
    const { status, body } = await house.admin('GET', '/api/auditLogs', undefined, { query })
    expect(status).toBe(200)
    return body.items.map((entry: any) => entry[column]?.lastName ?? entry[column]).filter((value: unknown) => value !== null)
  }
  expect(await values(true)).toEqual((await values(false)).reverse())
})

it('puts the newest first by date downwards', async () => {
  const { body } = await house.admin('GET', '/api/auditLogs', undefined, { query: { sortBy: 'date', sortDesc: true } })
  const dates = body.items.map(({ date }: { date: string }) => date)
  expect(dates).toEqual([...dates].sort().reverse())
})
