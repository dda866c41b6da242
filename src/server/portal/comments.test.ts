import { describe, expect, it } from 'vitest'
import { createClient } from '../../../test/kit/fixtures/catalog.ts'
import { createLine, createProduct, createProject, createSpace, openToExternal } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { externalPermissions } from '../../model/permissions.ts'
import { CommentSubject } from '../../model/portal/comments.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app
const { Space, Line } = CommentSubject
const client = await createClient(app)
const guest = () => app.signInAs(externalPermissions, { external: true, isNew: true })
const entry = (caller: Caller, flags: AnyRow = {}) => ({ subjectType: 1, userId: caller.userId, isLive: true, canComment: true, ...flags })

async function shared(...flags: AnyRow[]) {
  const project = await createProject(app, { clientId: client.id })
  const space = await createSpace(app, project, { name: uniqueName('Hall'), spaceNumber: '201' })
  const line = await createLine(app, space, await createProduct(app), { quantity: 2 })
  const guests = await Promise.all(flags.map(() => guest()))
  await openToExternal(
    app,
    project,
    guests.map((caller, index) => entry(caller, flags[index])),
  )
  return {
    project,
    space,
    line,
    guests,
    inside: `/api/projects/${project.id}/Comments`,
    outside: `/api/externalProjects/${project.id}/Comments`,
  }
}
const readFullName = async (caller: Caller) => {
  const { firstName, lastName } = (await admin('GET', `/api/externalUsers/${caller.userId}`)).body
  return `${firstName} ${lastName}`
}
const inbox = async (caller: Caller) =>
  (await caller('GET', '/api/inbox', undefined, { query: { itemsPerPage: 100 } })).body.items as AnyRow[]

describe('comment', () => {
  it('is readable and answerable on both sides, marked by origin, and counted until resolved', async () => {
    const { project, space, line, guests, inside, outside } = await shared({})
    const caller = guests[0]!
    const posted = await caller('POST', outside, { subject: Space, subjectId: space.id, text: 'Can the lectern stand left?' })
    expect(posted.status).toBe(201)
    expect(posted.body).toMatchObject({
      threadId: null,
      spaceId: space.id,
      subjectName: `201 ${space.name}`,
      by: { isExternal: true, company: null },
    })
    const [read] = (await admin('GET', inside)).body.items
    expect(read).toEqual(posted.body)
    const reply = await admin('POST', inside, { subject: Space, subjectId: space.id, threadId: posted.body.id, text: 'Yes.' })
    expect(reply.body).toMatchObject({ threadId: posted.body.id, by: { isExternal: false } })
    await admin('POST', inside, { subject: Line, subjectId: line.id, text: 'A second one?' })
    expect((await caller('GET', outside)).body.items.map(({ text }: AnyRow) => text)).toEqual([
      'A second one?',
      'Can the lectern stand left?',
      'Yes.',
    ])
    const aboutLine = await caller('GET', outside, undefined, { query: { subject: Line, subjectId: line.id } })
    expect(aboutLine.body.items).toMatchObject([{ text: 'A second one?', spaceId: space.id }])
    const open = async () => (await caller('GET', `/api/externalProjects/${project.id}/Spaces`)).body.items[0].openCommentsCount
    expect(await open()).toBe(2)
    const resolve = (id: number, isResolved: boolean) => caller('PUT', `${outside}/${id}/Resolve`, { isResolved })
    expect((await resolve(posted.body.id, true)).body).toMatchObject({ resolvedBy: { isExternal: true } })
    expect(await open()).toBe(1)
    expect((await resolve(reply.body.id, true)).status).toBe(400)
    await admin('POST', inside, { subject: Space, subjectId: space.id, threadId: posted.body.id, text: 'One more thing.' })
    expect(await open()).toBe(2)
  })

  it('notifies mentioned users and participants, and no unrelated external users', async () => {
    const { space, guests, inside, outside, project } = await shared({}, {}, {})
    const [requester, other, third] = guests as [Caller, Caller, Caller]
    const colleague = await app.signInAs(['Projects.View', 'ProjectNotes.View'], { isNew: true })
    const first = (
      await requester('POST', outside, { subject: Space, subjectId: space.id, text: `@${await readFullName(other)} what do you say?` })
    ).body
    expect(await inbox(other), 'somebody from outside names nobody who is not in the thread').toEqual([])
    expect(await inbox(admin)).toContainEqual(expect.objectContaining({ reason: 'watching', kind: 'comment', text: first.text }))
    const text = `@${await readFullName(other)}, can you look?`
    await admin('POST', inside, { subject: Space, subjectId: space.id, threadId: first.id, text })
    expect(await inbox(other)).toMatchObject([
      { reason: 'mentioned', text, link: expect.stringContaining(`/external-projects/${project.id}?`) },
    ])
    expect(await inbox(requester)).toMatchObject([{ reason: 'watching', text }])
    expect(await inbox(third)).toEqual([])
    expect(await inbox(colleague)).toEqual([])
    const names = async (caller: Caller, path: string, threadId?: number) =>
      (await caller('GET', `${path}/People`, undefined, { query: threadId === undefined ? {} : { threadId } })).body.items.map(
        ({ id }: AnyRow) => id,
      )
    expect(await names(requester, outside)).toEqual([])
    expect((await names(requester, outside, first.id)).toSorted()).toEqual([requester.userId, admin.userId].toSorted())
    expect(await names(admin, inside)).toEqual(expect.arrayContaining([colleague.userId, requester.userId, other.userId, third.userId]))
    await openToExternal(app, project, [])
    expect(await inbox(other), 'what they may not see any more is not told again').toEqual([])
  })

  it('is limited to what the user may see: comment flag, equipment and issued data', async () => {
    const { space, line, guests, inside, outside, project } = await shared(
      {},
      { canComment: false },
      { showEquipment: false },
      { isLive: false },
    )
    const [full, mute, rooms, later] = guests as [Caller, Caller, Caller, Caller]
    const on = (caller: Caller, subject: number, subjectId: number) => caller('POST', outside, { subject, subjectId, text: 'Hello' })
    const thread = (await on(full, Line, line.id)).body
    for (const call of [
      mute('GET', outside),
      on(mute, Space, space.id),
      mute('PUT', `${outside}/${thread.id}/Resolve`, { isResolved: true }),
    ])
      expect((await call).status).toBe(404)
    expect((await mute('GET', `/api/externalProjects/${project.id}/Spaces`)).body.items[0]).not.toHaveProperty('openCommentsCount')
    expect((await on(rooms, Line, line.id)).body).toEqual((await on(rooms, Line, 999_999)).body)
    expect((await rooms('GET', outside)).body.items).toEqual([])
    expect((await rooms('PUT', `${outside}/${thread.id}/Resolve`, { isResolved: true })).status).toBe(404)
    expect((await on(later, Space, space.id)).status).toBe(400)
    const foreign = await shared({})
    expect((await on(full, Space, foreign.space.id)).status).toBe(400)
    const elsewhere = await admin('POST', foreign.inside, { subject: Space, subjectId: foreign.space.id, threadId: thread.id, text: 'x' })
    expect(elsewhere.status).toBe(400)
    expect((await admin('PUT', `${foreign.inside}/${thread.id}/Resolve`, { isResolved: true })).status).toBe(404)
    const reader = await app.signInAs(['Projects.View', 'ProjectNotes.View'])
    expect((await reader('GET', inside)).body.items).toHaveLength(1)
    expect((await reader('POST', inside, { subject: Space, subjectId: space.id, text: 'x' })).status).toBe(403)
    expect((await full('GET', inside)).status).toBe(403)
  })

  it('is returned in pages, open or resolved, newest thread first, each in order', async () => {
    const { space, line, inside } = await shared()
    const postComment = async (subject: number, subjectId: number, text: string, threadId?: number) =>
      (await admin('POST', inside, { subject, subjectId, text, threadId })).body.id as number
    const first = await postComment(Space, space.id, 'First')
    const second = await postComment(Line, line.id, 'Second')
    await postComment(Space, space.id, 'Third')
    await postComment(Space, space.id, 'More of the first', first)
    await postComment(Line, line.id, 'More of the second', second)
    const read = async (query: AnyRow = {}) => {
      const { items, ...counted } = (await admin('GET', inside, undefined, { query })).body
      return { said: items.map(({ text }: AnyRow) => text), ...counted }
    }
    const all = ['Third', 'Second', 'More of the second', 'First', 'More of the first']
    const counted = { total: 3, openThreads: 3, resolvedThreads: 0 }
    expect(await read()).toEqual({ said: all, ...counted })
    expect(await read({ itemsPerPage: 2 })).toEqual({ said: all.slice(0, 3), ...counted })
    expect(await read({ itemsPerPage: 2, page: 2 })).toEqual({ said: all.slice(3), ...counted })
    expect((await admin('GET', inside, undefined, { query: { itemsPerPage: 201 } })).status).toBe(400)
    await admin('PUT', `${inside}/${second}/Resolve`, { isResolved: true })
    const now = { openThreads: 2, resolvedThreads: 1 }
    expect(await read({ isResolved: false })).toEqual({ said: ['Third', 'First', 'More of the first'], total: 2, ...now })
    expect(await read({ isResolved: true })).toEqual({ said: ['Second', 'More of the second'], total: 1, ...now })
    const ofSpace = { subject: Space, subjectId: space.id }
    expect(await read({ ...ofSpace, isResolved: true })).toEqual({ said: [], total: 0, openThreads: 2, resolvedThreads: 0 })
  })

  it('is rejected when its thread is full', async () => {
    const { project, space, inside } = await shared()
    const body = { subject: Space, subjectId: space.id, text: 'And?' }
    const first = (await admin('POST', inside, body)).body.id
    await app.sql(
      `insert into comments (project_id, subject, subject_id, thread_id, text, created_by_id) select $1, $2, $3, $4, 'Said', $5 from generate_series(1, 197)`,
      [project.id, Space, space.id, first, admin.userId],
    )
    await admin('PUT', `${inside}/${first}/Resolve`, { isResolved: true })
    const answers = await Promise.all(Array.from({ length: 4 }, () => admin('POST', inside, { ...body, threadId: first })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400])
    const refused = await admin('POST', inside, { ...body, threadId: first })
    expect(refused.body.fields).toEqual({ threadId: ['A thread has 200 comments at most. Please start a new one.'] })
    expect((await admin('GET', inside)).body.items).toHaveLength(200)
  })

  it('is rate-limited per external user', async () => {
    const { space, guests, inside, outside } = await shared({}, {})
    const [eager, other] = guests as [Caller, Caller]
    const postComment = (caller: Caller, path = outside) => caller('POST', path, { subject: Space, subjectId: space.id, text: 'And this?' })
    for (let count = 0; count < 30; count++) expect((await postComment(eager)).status).toBe(201)
    const braked = await postComment(eager)
    expect(braked.status).toBe(429)
    expect(braked.body).toBe('You have written many comments in a short time. Please wait a few minutes and try again.')
    expect(Number(braked.headers.get('retry-after'))).toBeGreaterThan(500)
    expect((await postComment(other)).status).toBe(201)
    for (let count = 0; count < 31; count++) expect((await postComment(admin, inside)).status).toBe(201)
    await app.sql(`update comments set create_date = create_date - interval '11 minutes' where created_by_id = '${eager.userId}'`)
    expect((await postComment(eager)).status).toBe(201)
  })

  it('is rate-limited also under concurrent requests', async () => {
    const { space, guests, outside } = await shared({})
    const body = { subject: Space, subjectId: space.id, text: 'And this?' }
    const answers = await Promise.all(Array.from({ length: 42 }, () => guests[0]!('POST', outside, body)))
    const counted = (expectedStatus: number) => answers.filter(({ status }) => status === expectedStatus).length
    expect([counted(201), counted(429)]).toEqual([30, 12])
  })
})
