import { expect, it } from 'vitest'
import { approveContract, createPlan } from '../../../test/kit/fixtures/boards.ts'
import { createCategory, createClient, createRow } from '../../../test/kit/fixtures/catalog.ts'
import { startApp } from '../../../test/kit/start.ts'
import { LaborType } from '../../model/access/enums.ts'
import { DocumentState } from '../../model/drawings/enums.ts'
import { addMonths, firstDayOf, lastDayOf, monthOf } from '../../model/kit/dates.ts'

const app = await startApp()
const today = new Date().toISOString().slice(0, 10)

async function calendarAt(url: string) {
  const { status, headers, body } = await app.call('GET', new URL(url).pathname)
  return { status, type: headers.get('content-type'), text: String(body).replaceAll('\r\n ', '') }
}

it('returns own absences and due dates to any caller with the URL, and no data of others', async () => {
  const person = await app.signInAs(['DrawingDocuments.View', 'Projects.View'], { isNew: true })
  const other = await app.signInAs(['DrawingDocuments.View', 'Projects.View'], { isNew: true })
  for (const caller of [person, other])
    expect(
      (await caller('POST', '/api/absences', { userId: caller.userId, fromDate: today, toDate: today, kind: 1, note: 'Quiet' })).status,
    ).toBe(201)
  const client = await createClient(app)
  const project = await createRow(app, '/api/projects', { name: 'Hall, large; north', clientId: client.id })
  const category = await createCategory(app)
  const sheet = (title: string, assignedUserId: string) =>
    createRow(app, `/api/projects/${project.id}/DrawingDocuments`, {
      documentType: 8,
      associateType: 4,
      associateId: category.id,
      title,
      assignedUserId,
      dueDate: today,
    })
  await sheet('Mine', person.userId)
  await sheet('Not mine', other.userId)
  const { id } = await sheet('Mine, and done', person.userId)
  for (const state of [DocumentState.InProgress, DocumentState.Completed]) {
    const set = { ids: [id], set: { state } }
    expect((await app.admin('PUT', `/api/projects/${project.id}/DrawingDocuments/Bulk`, set)).status).toBe(200)
  }

  expect((await person('GET', '/api/account/Calendar')).body).toEqual({ isMade: false, createDate: null, lastReadDate: null })
  const created = await person('POST', '/api/account/Calendar')
  expect(created).toMatchObject({ status: 201, body: { url: expect.stringMatching(/\/api\/calendar\/[0-9a-f]{64}\.ics$/) } })
  const { status, type, text } = await calendarAt(created.body.url)
  expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(text.match(/^SUMMARY:.*$/gm)?.map((line) => line.trim())).toEqual(['SUMMARY:Due: SPEC-001 Mine', 'SUMMARY:Vacation'])
  expect(text).toContain('DESCRIPTION:Hall\\, large\\; north\r\n')
  const uids = (calendarText: string) => calendarText.match(/^UID:.*$/gm)
  expect(uids((await calendarAt(created.body.url)).text)).toEqual(uids(text))
  await expect.poll(async () => (await person('GET', '/api/account/Calendar')).body.lastReadDate).not.toBeNull()

  // The key only reads the calendar. It stops working when the user creates a new one, revokes it, or is suspended.
  const key = /calendar\/(\w+)/.exec(created.body.url)?.[1]
  expect((await app.call('GET', '/api/account/me', undefined, { token: key })).status).toBe(401)
  expect(await app.sql('select 1 from calendar_addresses')).not.toEqual([])
  expect(await app.sql('select 1 from calendar_addresses c where c::text like $1', [`%${key}%`])).toEqual([])
  const next = (await person('POST', '/api/account/Calendar')).body.url
  expect((await calendarAt(created.body.url)).status).toBe(404)
  expect((await calendarAt(next)).status).toBe(200)
  expect((await app.admin('PUT', `/api/users/${person.userId}/Suspend`, {})).status).toBe(200)
  expect((await calendarAt(next)).status).toBe(404)
})

it('can be created and revoked by internal users', async () => {
  const person = await app.signInAs([], { isNew: true })
  const { url } = (await person('POST', '/api/account/Calendar')).body
  expect((await calendarAt(url)).status).toBe(200)
  expect((await person('DELETE', '/api/account/Calendar')).status).toBe(204)
  expect((await person('DELETE', '/api/account/Calendar')).status).toBe(404)
  expect((await calendarAt(url)).status).toBe(404)
  expect((await (await app.signInAs([], { external: true }))('POST', '/api/account/Calendar')).status).toBe(403)
})

it('lists the months of my board, with hours of permitted labor types only', async () => {
  const seeing = await app.signInAs(
    ['MyBoard.View', 'MyBoard.ViewEntryDetails', 'MyBoard.ViewLaborTypeSeniorConsultants', 'Projects.View'],
    {
      isNew: true,
    },
  )
  const blind = await app.signInAs(['MyBoard.View', 'MyBoard.ViewEntryDetails', 'Projects.View'], { isNew: true })
  const boardless = await app.signInAs(['MyBoard.ViewEntryDetails', 'MyBoard.ViewLaborTypeSeniorConsultants', 'Projects.View'], {
    isNew: true,
  })
  const month = monthOf(today)
  const project = await createRow(app, '/api/projects', { name: 'Concert hall', clientId: (await createClient(app)).id })
  const { contract } = await createPlan(
    app,
    project,
    [seeing, blind, boardless].map(({ userId }) => ({ userId, laborType: LaborType.SC, hours: 30 })),
    { startDate: firstDayOf(month), endDate: lastDayOf(addMonths(month, 1)) },
  )
  const linesOf = async (caller: typeof seeing) => {
    const { url } = (await caller('POST', '/api/account/Calendar')).body
    return (await calendarAt(url)).text.match(/^SUMMARY:.*$/gm)?.map((line) => line.trim()) ?? []
  }
  expect(await linesOf(seeing)).toEqual([])
  await approveContract(app, contract)
  const lines = await linesOf(seeing)
  expect(lines).toHaveLength(2)
  const hours = lines.map((line) => Number(/Concert hall: .*\\, ([\d.]+) h$/.exec(line)?.[1]))
  expect(hours[0]).toBeGreaterThan(0)
  expect((hours[0] ?? 0) + (hours[1] ?? 0)).toBeCloseTo(30)
  expect(await linesOf(blind)).toEqual([])
  expect(await linesOf(boardless)).toEqual([])
})
