import { beforeAll, describe, expect, it } from 'vitest'
import { waitForTaskEnd } from '../../../test/kit/file-tasks.ts'
import { createPhase, createPhaseRecord, givenContract, setDefaultRates } from '../../../test/kit/fixtures/contracts.ts'
import { activateProject, addToAccessList, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { InboxMail } from '../../model/inbox/inbox.ts'
import type { Permission } from '../../model/permissions.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'

const app = await startApp()
const { admin } = app

const approver: Permission[] = ['Projects.View', 'ProjectContracts.View', 'ProjectContracts.Approve']
const decide = () => app.signInAs(approver, { isNew: true })
const reader = () => app.signInAs(['Projects.View', 'ProjectContracts.View'], { isNew: true })
const inbox = async (caller: Caller, query: AnyRow = {}): Promise<AnyRow[]> =>
  (await caller('GET', '/api/inbox', undefined, { query })).body.items
const readCounts = async (caller: Caller): Promise<AnyRow> => (await caller('GET', '/api/inbox/Count')).body
const runStep = (contract: AnyRow, step: string, caller = admin, body: object = {}) =>
  caller('PUT', `/api/contracts/${contract.id}/${step}`, body)
const about = (contract: AnyRow, more: object = {}) => expect.objectContaining({ entity: 'contracts', entityId: contract.id, ...more })

async function ready(project?: AnyRow) {
  const contract = await givenContract(app, project ?? (await createProject(app)), { name: uniqueName('Design') })
  const phase = await createPhase(app, contract)
  await createPhaseRecord(app, contract, phase)
  return contract
}
beforeAll(() => setDefaultRates(app))

describe('approvals', () => {
  it('appear for every approver, and disappear for all after one decision', async () => {
    const [anna, ben] = [await decide(), await decide()]
    const contract = await ready()
    await runStep(contract, 'SendForApproval', admin, { comment: 'Please look' })
    for (const caller of [anna, ben]) {
      expect(await inbox(caller, { reason: 'approval' })).toEqual([
        about(contract, {
          reason: 'approval',
          title: `${contract.name} is waiting for approval`,
          text: `${contract.number}, ${contract.project.name}: Please look`,
          link: `/projects/${contract.project.id}/contracts/${contract.id}`,
          by: expect.objectContaining({ id: admin.userId }),
          project: { id: contract.project.id, name: contract.project.name },
          readDate: null,
          doneDate: null,
        }),
      ])
      expect(await readCounts(caller)).toMatchObject({ count: 1, unread: 1, approval: 1, assigned: 0, later: 0, done: 0 })
    }
    expect(await inbox(admin, { reason: 'approval' })).toEqual([])
    expect((await runStep(contract, 'Approve', anna)).status).toBe(200)
    for (const caller of [anna, ben]) expect(await readCounts(caller)).toMatchObject({ count: 0, done: 1 })
    expect(await inbox(admin)).toContainEqual(about(contract, { reason: 'watching', title: `${contract.name} was approved` }))
    expect((await inbox(anna, { place: 'done' }))[0]).toEqual(about(contract, { doneDate: expect.any(String) }))
  })

  it('disappear when recalled, and return when sent again', async () => {
    const anna = await decide()
    const contract = await ready()
    await runStep(contract, 'SendForApproval')
    await runStep(contract, 'Recall')
    expect(await inbox(anna)).not.toContainEqual(about(contract))
    await runStep(contract, 'SendForApproval')
    expect((await inbox(anna)).filter(({ entityId }) => entityId === contract.id)).toEqual([about(contract, { doneDate: null })])
  })

  it('are hidden without project access, and disappear when access ends', async () => {
    const [anna, ben] = [await decide(), await decide()]
    const project = await createProject(app)
    await addToAccessList(app, project, anna.userId)
    const contract = await ready(project)
    await runStep(contract, 'SendForApproval')
    expect(await inbox(anna)).toContainEqual(about(contract))
    expect(await inbox(ben)).not.toContainEqual(about(contract))
    await app.sql('update project_access_entries set user_id = $2 where project_id = $1', [project.id, admin.userId])
    expect(await inbox(anna)).not.toContainEqual(about(contract))
    expect((await readCounts(anna)).count).toBe(0)
    const [hidden] = await app.sql<{ id: number }>('select id from notifications where user_id = $1 and entity_id = $2', [
      anna.userId,
      contract.id,
    ])
    expect((await anna('PUT', `/api/inbox/${hidden?.id}/Done`, {})).status).toBe(404)
    expect((await anna('PUT', '/api/inbox/DoneAll', {})).body).toEqual({ count: 0, doneDate: null })
  })
})

describe('watching', () => {
  const watch = (caller: Caller, subjectPath: string, body?: object) => caller(body ? 'PUT' : 'GET', `/api/watches/${subjectPath}`, body)

  it('is on for creator, consultant and project manager until switched off permanently', async () => {
    const [ann, ben] = [await reader(), await reader()]
    const project = await createProject(app, { projectManagerId: ann.userId })
    expect(await inbox(ann)).toEqual([
      expect.objectContaining({
        reason: 'assigned',
        title: `You are the project manager of ${project.name}`,
        link: `/projects/${project.id}`,
      }),
    ])
    expect((await watch(ann, `projects/${project.id}`)).body).toEqual({ isOn: true, isByRole: true })
    expect((await watch(ben, `projects/${project.id}`)).body).toEqual({ isOn: false, isByRole: false })
    expect((await watch(ben, `projects/${project.id}`, { isOn: true })).body).toEqual({ isOn: true, isByRole: false })
    await activateProject(app, project)
    const expectedEntry = expect.objectContaining({ reason: 'watching', title: expect.stringContaining(`${project.name}: stage Active`) })
    expect(await inbox(ann)).toContainEqual(expectedEntry)
    expect(await inbox(ben)).toContainEqual(expectedEntry)
    // The administrator created and moved the project: users get no entries about their own actions.
    expect(await inbox(admin)).not.toContainEqual(expect.objectContaining({ entity: 'projects', entityId: project.id }))

    expect((await watch(ann, `projects/${project.id}`, { isOn: false })).body).toEqual({ isOn: false, isByRole: false })
    const now = (await admin('GET', `/api/projects/${project.id}`)).body
    await admin('PUT', `/api/projects/${project.id}/SetStatus`, { status: now.nextStatuses[0], comment: 'On we go', rowVersion: null })
    const before = (await inbox(ann)).length
    await admin('PUT', `/api/projects/${project.id}/Close`, {})
    expect((await inbox(ann)).length).toBe(before)
    expect((await inbox(ben)).length).toBeGreaterThan(1)
  })

  it('is on for the creator of a space and the project managers, until switched off', async () => {
    const [ann, ben, cat] = [await reader(), await reader(), await reader()]
    const project = await createProject(app, { projectManagerId: ann.userId, associateConsultantId: ben.userId })
    const space = await createSpace(app, project)
    for (const caller of [admin, ann, ben]) expect((await watch(caller, `spaces/${space.id}`)).body).toEqual({ isOn: true, isByRole: true })
    expect((await watch(cat, `spaces/${space.id}`)).body).toEqual({ isOn: false, isByRole: false })
    await watch(ben, `spaces/${space.id}`, { isOn: false })
    const { nextStatuses } = (await admin('GET', `/api/spaces/${space.id}`)).body
    await admin('PUT', `/api/spaces/${space.id}/SetStatus`, { status: nextStatuses[0], comment: null, rowVersion: null })
    const expectedEntry = expect.objectContaining({ reason: 'watching', entity: 'spaces', entityId: space.id })
    expect(await inbox(ann)).toContainEqual(expectedEntry)
    for (const caller of [ben, cat]) expect(await inbox(caller)).not.toContainEqual(expectedEntry)
  })

  it('reports the status of a space, and no deleted space', async () => {
    const ann = await reader()
    const project = await createProject(app)
    const space = await createSpace(app, project)
    await watch(ann, `spaces/${space.id}`, { isOn: true })
    const { nextStatuses } = (await admin('GET', `/api/spaces/${space.id}`)).body
    await admin('PUT', `/api/spaces/${space.id}/SetStatus`, { status: nextStatuses[0], comment: null, rowVersion: null })
    expect(await inbox(ann)).toEqual([expect.objectContaining({ title: `${space.name}: ${SpaceStatus.label(nextStatuses[0])}` })])
    await admin('DELETE', `/api/spaces/${space.id}`)
    expect(await inbox(ann)).toEqual([])
  })

  it('requires the permission and access to the row', async () => {
    const project = await createProject(app)
    const nobody = await app.signInAs([])
    expect((await watch(nobody, `projects/${project.id}`)).status).toBe(403)
    await addToAccessList(app, project, admin.userId)
    const ann = await reader()
    expect((await watch(ann, `projects/${project.id}`, { isOn: true })).status).toBe(404)
    expect((await watch(ann, 'signalTypes/1')).status).toBe(404)
    expect((await watch(ann, 'nothing/1')).status).toBe(404)
  })
})

describe('event', () => {
  it('creates one entry per user, with its first reason', async () => {
    const anna = await decide()
    const project = await createProject(app, { projectManagerId: anna.userId, associateConsultantId: anna.userId })
    expect((await inbox(anna)).map(({ title }) => title)).toEqual([
      `You are the associate consultant and project manager of ${project.name}`,
    ])
    const contract = await ready(project)
    await runStep(contract, 'SendForApproval')
    expect((await inbox(anna)).filter(({ entityId, entity }) => entity === 'contracts' && entityId === contract.id)).toEqual([
      about(contract, { reason: 'approval' }),
    ])
  })

  it('can be snoozed, returns, and can be marked done and undone', async () => {
    const anna = await decide()
    const contract = await ready()
    await runStep(contract, 'SendForApproval')
    const [entry] = await inbox(anna)
    const move = (step: string, body: object = {}) => anna('PUT', `/api/inbox/${entry?.id}/${step}`, body)
    expect((await move('Read')).body.readDate).not.toBeNull()
    expect((await move('Read', { isRead: false })).body.readDate).toBeNull()
    expect((await move('Snooze', { snoozedUntil: '2020-01-01T00:00:00.000Z' })).body.errors).toEqual(['This time has passed.'])
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect((await move('Snooze', { snoozedUntil: tomorrow })).body.snoozedUntil).toBe(tomorrow)
    expect(await inbox(anna)).toEqual([])
    expect(await inbox(anna, { place: 'later' })).toEqual([about(contract)])
    await app.sql(`update notifications set snoozed_until = now() - interval '1 second' where id = $1`, [entry?.id])
    expect(await inbox(anna)).toEqual([about(contract)])
    expect((await move('Done')).body.doneDate).not.toBeNull()
    expect(await readCounts(anna)).toMatchObject({ count: 0, later: 0, done: 1 })
    expect((await move('Done', { isDone: false })).body.doneDate).toBeNull()

    const other = await ready()
    await runStep(other, 'SendForApproval')
    const all = (await anna('PUT', '/api/inbox/DoneAll', { reason: 'approval' })).body
    expect(all.count).toBe(2)
    expect(await inbox(anna)).toEqual([])
    expect((await anna('PUT', '/api/inbox/DoneAll', { undoneFrom: all.doneDate })).body.count).toBe(2)
    expect((await inbox(anna)).length).toBe(2)
  })

  it('cannot be changed by another user', async () => {
    const [anna, ben] = [await decide(), await decide()]
    await runStep(await ready(), 'SendForApproval')
    const [entry] = await inbox(anna)
    expect((await anna('GET', `/api/inbox/${entry?.id}`)).body).toEqual(entry)
    expect((await ben('GET', `/api/inbox/${entry?.id}`)).status).toBe(404)
    for (const step of ['Read', 'Done', 'Snooze']) expect((await ben('PUT', `/api/inbox/${entry?.id}/${step}`, {})).status).toBe(404)
    expect((await app.call('GET', '/api/inbox')).status).toBe(401)
  })
})

it('notifies about a finished file until it is downloaded', async () => {
  const ann = await app.signInAs(['SignalTypes.View', 'DownloadCenter.View'], { isNew: true })
  const exportAnswer = await ann('GET', '/api/signalTypes/Export')
  const task = await waitForTaskEnd(ann, exportAnswer.body.id)
  expect(await inbox(ann)).toEqual([expect.objectContaining({ kind: 'file', title: `${task.fileName} is ready`, by: null })])
  expect((await ann('GET', task.url)).status).toBe(200)
  await expect.poll(async () => (await readCounts(ann)).count).toBe(0)
})

describe('mails', () => {
  const mailsTo = (who: Caller) => app.mails().filter(({ to }) => to === who.email)
  const choose = (who: Caller, mail: InboxMail) => who('PUT', '/api/inbox/Settings', { mail })

  it('are sent at once or never, as each user has chosen', async () => {
    const [anna, ben] = [await decide(), await decide()]
    expect((await anna('GET', '/api/inbox/Settings')).body).toEqual({ mail: InboxMail.AtOnce })
    expect((await choose(ben, InboxMail.Never)).body).toEqual({ mail: InboxMail.Never })
    const contract = await ready()
    await runStep(contract, 'SendForApproval')
    await expect.poll(() => mailsTo(anna).map(({ subject }) => subject)).toEqual([`${contract.name} is waiting for approval`])
    await app.waitUntilIdle()
    expect(mailsTo(anna)[0]?.links[0]).toContain(`/contracts/${contract.id}`)
    expect(mailsTo(ben)).toEqual([])
  })

  it('are bundled when due, without entries decided or seen meanwhile', async () => {
    const anna = await decide()
    await choose(anna, InboxMail.Bundled)
    const [one, two, three] = [await ready(), await ready(), await ready()]
    for (const contract of [one, two, three]) await runStep(contract, 'SendForApproval')
    await runStep(two, 'Recall')
    const jobs = await app.sql(`select id from jobs where name = 'inboxMail' and input->>'actorId' = $1`, [anna.userId])
    expect(jobs.length).toBe(1)
    expect(mailsTo(anna)).toEqual([])
    await app.sql(`update notifications set mail_date = now() where user_id = $1 and mail_date is not null`, [anna.userId])
    await app.sql(`update jobs set run_after = now() where name = 'inboxMail' and input->>'actorId' = $1`, [anna.userId])
    await expect.poll(() => mailsTo(anna).map(({ subject }) => subject)).toEqual(['2 new entries in your inbox'])
    expect(mailsTo(anna)[0]?.text).toContain(`${one.name} is waiting for approval`)
    expect(mailsTo(anna)[0]?.text).toContain(`${three.name} is waiting for approval`)
    expect(mailsTo(anna)[0]?.text).not.toContain(two.name)
  })

  it('include an entry that arrives while one is being sent', async () => {
    const anna = await decide()
    await choose(anna, InboxMail.Bundled)
    await runStep(await ready(), 'SendForApproval')
    // Simulates a job that already read its entries.
    await app.sql(`delete from jobs where name = 'inboxMail' and input->>'actorId' = $1`, [anna.userId])
    await app.sql(`update notifications set mail_date = now() + interval '2 seconds' where user_id = $1`, [anna.userId])
    const late = await ready()
    await runStep(late, 'SendForApproval')
    const jobs = await app.sql(
      `select run_after > now() + interval '4 minutes' as later from jobs where name = 'inboxMail' and input->>'actorId' = $1`,
      [anna.userId],
    )
    expect(jobs).toEqual([{ later: true }])
  })

  it('stop at once for a user who disables them, including collected entries', async () => {
    const [anna, ben] = [await decide(), await decide()]
    for (const caller of [anna, ben]) await choose(caller, InboxMail.Daily)
    await runStep(await ready(), 'SendForApproval')
    await choose(ben, InboxMail.Never)
    await app.sql(`update notifications set mail_date = now() where mail_date is not null`)
    await app.sql(`update jobs set run_after = now() where name = 'inboxMail'`)
    await expect.poll(() => mailsTo(anna).length).toBe(1)
    await expect.poll(async () => (await app.sql(`select 1 from jobs where name in ('inboxMail', 'mail')`)).length).toBe(0)
    expect(mailsTo(ben)).toEqual([])
  })
})

it('deletes done entries after ninety days', async () => {
  const anna = await decide()
  await runStep(await ready(), 'SendForApproval')
  await runStep(await ready(), 'SendForApproval')
  const [entry] = await inbox(anna)
  await anna('PUT', `/api/inbox/${entry?.id}/Done`, {})
  await app.sql(`update notifications set done_date = now() - interval '91 days' where id = $1`, [entry?.id])
  const { cleanings } = await import('../areas.ts')
  for (const cleaning of cleanings) await app.product.work(cleaning)
  expect(await readCounts(anna)).toMatchObject({ count: 1, done: 0 })
})

describe('mention', () => {
  const writer: Permission[] = ['Projects.View', 'ProjectNotes.View', 'ProjectNotes.Create', 'ProjectNotes.Update']
  const named = async (caller: Caller) => {
    const { firstName, lastName } = (await caller('GET', '/api/account/me')).body
    return `@${firstName} ${lastName}`
  }

  it('notifies a named user with access once, without making them watch', async () => {
    const [ann, ben] = [await app.signInAs(writer, { isNew: true }), await app.signInAs(writer, { isNew: true })]
    const project = await createProject(app)
    await addToAccessList(app, project, ann.userId)
    await app.sql(`update users set first_name = 'Berthold', last_name = 'Auer' where id = $1`, [ben.userId])
    await app.sql(`update users set first_name = 'Adelheid', last_name = 'Sommer' where id = $1`, [ann.userId])
    const people = (await admin('GET', `/api/mentions/projects/${project.id}`, undefined, { query: { place: 'notes' } })).body
    expect(people).toContainEqual({ id: ann.userId, firstName: 'Adelheid', lastName: 'Sommer', seesIt: true })
    expect(people).toContainEqual({ id: ben.userId, firstName: 'Berthold', lastName: 'Auer', seesIt: false })
    const body = `<p>${await named(ann)} and ${await named(ben)}, can the rack move?</p>`
    const note = (await admin('POST', `/api/projects/${project.id}/Notes`, { title: 'Rack', body })).body
    const [entry] = await inbox(ann)
    expect(entry).toMatchObject({
      reason: 'mentioned',
      title: `First Administrator in ${project.name}`,
      text: '@Adelheid Sommer and @Berthold Auer, can the rack move?',
      link: `/projects/${project.id}/notes`,
    })
    expect(await inbox(ben)).toEqual([])
    await admin('PUT', `/api/projects/${project.id}/Notes/${note.id}`, { title: 'Rack 2', body, rowVersion: note.rowVersion })
    expect((await inbox(ann)).length).toBe(1)
    expect((await ann('GET', `/api/watches/projects/${project.id}`)).body).toEqual({ isOn: false, isByRole: false })
  })

  it('in a log note notifies users who may read the log, with a link to its page', async () => {
    const reader = await app.signInAs(['Projects.View', 'ProjectActivityLogs.View'], { isNew: true })
    const blind = await app.signInAs(['Projects.View'], { isNew: true })
    await app.sql(`update users set first_name = 'Cosima', last_name = 'Reads' where id = $1`, [reader.userId])
    await app.sql(`update users set first_name = 'Cosima', last_name = 'Blind' where id = $1`, [blind.userId])
    const project = await createProject(app)
    const note = await admin('POST', `/api/projects/${project.id}/ActivityLogs`, { notes: 'For @Cosima Reads and @Cosima Blind.', type: 2 })
    expect(note.status).toBe(201)
    expect(await inbox(reader)).toMatchObject([
      { reason: 'mentioned', title: `First Administrator in ${project.name}`, link: `/projects/${project.id}/activity-logs` },
    ])
    expect(await inbox(blind)).toEqual([])
    // Both see the project. `seesIt` also depends on the permission to read the note.
    const seers = async (place: string) => {
      const { body } = await admin('GET', `/api/mentions/projects/${project.id}`, undefined, { query: { place } })
      return Object.fromEntries(body.map(({ id, seesIt }: { id: string; seesIt: boolean }) => [id, seesIt]))
    }
    expect(await seers('activity')).toMatchObject({ [reader.userId]: true, [blind.userId]: false })
    expect(await seers('notes')).toMatchObject({ [reader.userId]: false, [blind.userId]: false })
    expect(await seers('texts')).toMatchObject({ [reader.userId]: true, [blind.userId]: true })
  })

  it('in a formatted text notifies users with access, once, and only after a change', async () => {
    const [reader, later] = [await app.signInAs(['Projects.View'], { isNew: true }), await app.signInAs(['Projects.View'], { isNew: true })]
    await app.sql(`update users set first_name = 'Edda', last_name = 'Soon' where id = $1`, [reader.userId])
    const project = await createProject(app, { description: '<p>Ask @Edda Soon.</p>' })
    expect(await inbox(reader)).toMatchObject([
      { reason: 'mentioned', title: `First Administrator in ${project.name}`, text: 'Ask @Edda Soon.', link: `/projects/${project.id}` },
    ])
    // A user with that name appears later: earlier mentions do not refer to them.
    await app.sql(`update users set first_name = 'Edda', last_name = 'Soon' where id = $1`, [later.userId])
    const change = async (more: object) => {
      const { body } = await admin('GET', `/api/projects/${project.id}`)
      return (await admin('PUT', `/api/projects/${project.id}`, { ...body, clientId: body.client.id, ...more })).status
    }
    expect([await change({ name: uniqueName('Renamed') }), (await inbox(later)).length]).toEqual([200, 0])
    expect(await change({ description: '<p>Do ask @Edda Soon.</p>' })).toBe(200)
    expect([(await inbox(reader)).length, (await inbox(later)).length]).toEqual([1, 1])
  })

  it('in an edited note notifies newly named users only', async () => {
    const reading = () => app.signInAs(['Projects.View', 'ProjectActivityLogs.View'], { isNew: true })
    const [first, second] = [await reading(), await reading()]
    await app.sql(`update users set first_name = 'Dora', last_name = 'First' where id = $1`, [first.userId])
    await app.sql(`update users set first_name = 'Dora', last_name = 'Second' where id = $1`, [second.userId])
    const project = await createProject(app)
    const at = `/api/projects/${project.id}/ActivityLogs`
    const note = (await admin('POST', at, { notes: 'For @Dora First.', type: 2 })).body
    const changed = await admin('PUT', `${at}/${note.id}`, { notes: 'For @Dora First\nand @Dora Second.' })
    expect(changed.body.notes).toBe('For @Dora First\nand @Dora Second.')
    expect([(await inbox(first)).length, (await inbox(second)).length]).toEqual([1, 1])
  })
})

it('hides entries for which the user lost the permission', async () => {
  const caller = await app.signInAs(['Projects.View'], { isNew: true })
  for (const needs of [null, 'Projects.View', 'Clients.View'])
    await app.sql(
      `insert into notifications (user_id, event_key, kind, reason, entity, entity_id, needs, title, text)
       values ($1, 'lost ' || coalesce($2, 'nothing'), 'project', 'assigned', 'nowhere', 1, $2, coalesce($2, 'nothing'), '')`,
      [caller.userId, needs],
    )
  const { items, total } = (await caller('GET', '/api/inbox')).body
  expect(items.map(({ title }: { title: string }) => title).sort()).toEqual(['Projects.View', 'nothing'])
  expect(total).toBe(2)
})
