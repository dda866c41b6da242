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

const house = await startApp()
const { admin } = house

const approver: Permission[] = ['Projects.View', 'ProjectContracts.View', 'ProjectContracts.Approve']
const decide = () => house.signInAs(approver, { isNew: true })
const reader = () => house.signInAs(['Projects.View', 'ProjectContracts.View'], { isNew: true })
const inbox = async (who: Caller, query: AnyRow = {}): Promise<AnyRow[]> =>
  (await who('GET', '/api/inbox', undefined, { query })).body.items
const count = async (who: Caller): Promise<AnyRow> => (await who('GET', '/api/inbox/Count')).body
const take = (contract: AnyRow, step: string, who = admin, body: object = {}) => who('PUT', `/api/contracts/${contract.id}/${step}`, body)
const about = (contract: AnyRow, more: object = {}) => expect.objectContaining({ entity: 'contracts', entityId: contract.id, ...more })

async function ready(project?: AnyRow) {
  const contract = await givenContract(house, project ?? (await createProject(house)), { name: uniqueName('Design') })
  const phase = await createPhase(house, contract)
  await createPhaseRecord(house, contract, phase)
  return contract
}
beforeAll(() => setDefaultRates(house))

describe('approvals', () => {
  it('stand in the inbox of everybody who may decide, and leave all of them once anyone has', async () => {
    const [anna, ben] = [await decide(), await decide()]
    const contract = await ready()
    await take(contract, 'SendForApproval', admin, { comment: 'Please look' })
    for (const who of [anna, ben]) {
      expect(await inbox(who, { reason: 'approval' })).toEqual([
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
      expect(await count(who)).toMatchObject({ count: 1, unread: 1, approval: 1, assigned: 0, later: 0, done: 0 })
    }
    expect(await inbox(admin, { reason: 'approval' })).toEqual([])
    expect((await take(contract, 'Approve', anna)).status).toBe(200)
    for (const who of [anna, ben]) expect(await count(who)).toMatchObject({ count: 0, done: 1 })
    expect(await inbox(admin)).toContainEqual(about(contract, { reason: 'watching', title: `${contract.name} was approved` }))
    expect((await inbox(anna, { place: 'done' }))[0]).toEqual(about(contract, { doneDate: expect.any(String) }))
  })

  it('leave every inbox when they are recalled, and come again with the next sending', async () => {
    const anna = await decide()
    const contract = await ready()
    await take(contract, 'SendForApproval')
    await take(contract, 'Recall')
    expect(await inbox(anna)).not.toContainEqual(about(contract))
    await take(contract, 'SendForApproval')
    expect((await inbox(anna)).filter(({ entityId }) => entityId === contract.id)).toEqual([about(contract, { doneDate: null })])
  })

  it('are told to nobody who does not see the project, and are gone for who does not see it anymore', async () => {
    const [anna, ben] = [await decide(), await decide()]
    const project = await createProject(house)
    await addToAccessList(house, project, anna.userId)
    const contract = await ready(project)
    await take(contract, 'SendForApproval')
    expect(await inbox(anna)).toContainEqual(about(contract))
    expect(await inbox(ben)).not.toContainEqual(about(contract))
    await house.sql('update project_access_entries set user_id = $2 where project_id = $1', [project.id, admin.userId])
    expect(await inbox(anna)).not.toContainEqual(about(contract))
    expect((await count(anna)).count).toBe(0)
    const [hidden] = await house.sql<{ id: number }>('select id from notifications where user_id = $1 and entity_id = $2', [
      anna.userId,
      contract.id,
    ])
    expect((await anna('PUT', `/api/inbox/${hidden?.id}/Done`, {})).status).toBe(404)
    expect((await anna('PUT', '/api/inbox/DoneAll', {})).body).toEqual({ count: 0, doneDate: null })
  })
})

describe('watching', () => {
  const watch = (who: Caller, thing: string, body?: object) => who(body ? 'PUT' : 'GET', `/api/watches/${thing}`, body)

  it('is on for creator, consultant and project manager until they switch it off, which stays', async () => {
    const [ann, ben] = [await reader(), await reader()]
    const project = await createProject(house, { projectManagerId: ann.userId })
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
    await activateProject(house, project)
    const told = expect.objectContaining({ reason: 'watching', title: expect.stringContaining(`${project.name}: stage Active`) })
    expect(await inbox(ann)).toContainEqual(told)
    expect(await inbox(ben)).toContainEqual(told)
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

  it('of a space is on for its creator and for who answers for its project, until they switch it off', async () => {
    const [ann, ben, cat] = [await reader(), await reader(), await reader()]
    const project = await createProject(house, { projectManagerId: ann.userId, associateConsultantId: ben.userId })
    const space = await createSpace(house, project)
    for (const who of [admin, ann, ben]) expect((await watch(who, `spaces/${space.id}`)).body).toEqual({ isOn: true, isByRole: true })
    expect((await watch(cat, `spaces/${space.id}`)).body).toEqual({ isOn: false, isByRole: false })
    await watch(ben, `spaces/${space.id}`, { isOn: false })
    const { nextStatuses } = (await admin('GET', `/api/spaces/${space.id}`)).body
    await admin('PUT', `/api/spaces/${space.id}/SetStatus`, { status: nextStatuses[0], comment: null, rowVersion: null })
    const told = expect.objectContaining({ reason: 'watching', entity: 'spaces', entityId: space.id })
    expect(await inbox(ann)).toContainEqual(told)
    for (const who of [ben, cat]) expect(await inbox(who)).not.toContainEqual(told)
  })

  it('of a space tells its status, and nothing of a space that was deleted', async () => {
    const ann = await reader()
    const project = await createProject(house)
    const space = await createSpace(house, project)
    await watch(ann, `spaces/${space.id}`, { isOn: true })
    const { nextStatuses } = (await admin('GET', `/api/spaces/${space.id}`)).body
    await admin('PUT', `/api/spaces/${space.id}/SetStatus`, { status: nextStatuses[0], comment: null, rowVersion: null })
    expect(await inbox(ann)).toEqual([expect.objectContaining({ title: `${space.name}: ${SpaceStatus.label(nextStatuses[0])}` })])
    await admin('DELETE', `/api/spaces/${space.id}`)
    expect(await inbox(ann)).toEqual([])
  })

  it('asks for the permission of the thing, and that it is seen', async () => {
    const project = await createProject(house)
    const nobody = await house.signInAs([])
    expect((await watch(nobody, `projects/${project.id}`)).status).toBe(403)
    await addToAccessList(house, project, admin.userId)
    const ann = await reader()
    expect((await watch(ann, `projects/${project.id}`, { isOn: true })).status).toBe(404)
    expect((await watch(ann, 'signalTypes/1')).status).toBe(404)
    expect((await watch(ann, 'nothing/1')).status).toBe(404)
  })
})

describe('one event', () => {
  it('gives a person one entry, by the first of its reasons', async () => {
    const anna = await decide()
    const project = await createProject(house, { projectManagerId: anna.userId, associateConsultantId: anna.userId })
    expect((await inbox(anna)).map(({ title }) => title)).toEqual([
      `You are the associate consultant and project manager of ${project.name}`,
    ])
    const contract = await ready(project)
    await take(contract, 'SendForApproval')
    expect((await inbox(anna)).filter(({ entityId, entity }) => entity === 'contracts' && entityId === contract.id)).toEqual([
      about(contract, { reason: 'approval' }),
    ])
  })

  it('is put off until later, comes back, is done and taken back', async () => {
    const anna = await decide()
    const contract = await ready()
    await take(contract, 'SendForApproval')
    const [entry] = await inbox(anna)
    const move = (step: string, body: object = {}) => anna('PUT', `/api/inbox/${entry?.id}/${step}`, body)
    expect((await move('Read')).body.readDate).not.toBeNull()
    expect((await move('Read', { isRead: false })).body.readDate).toBeNull()
    expect((await move('Snooze', { snoozedUntil: '2020-01-01T00:00:00.000Z' })).body.errors).toEqual(['This time has passed.'])
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect((await move('Snooze', { snoozedUntil: tomorrow })).body.snoozedUntil).toBe(tomorrow)
    expect(await inbox(anna)).toEqual([])
    expect(await inbox(anna, { place: 'later' })).toEqual([about(contract)])
    await house.sql(`update notifications set snoozed_until = now() - interval '1 second' where id = $1`, [entry?.id])
    expect(await inbox(anna)).toEqual([about(contract)])
    expect((await move('Done')).body.doneDate).not.toBeNull()
    expect(await count(anna)).toMatchObject({ count: 0, later: 0, done: 1 })
    expect((await move('Done', { isDone: false })).body.doneDate).toBeNull()

    const other = await ready()
    await take(other, 'SendForApproval')
    const all = (await anna('PUT', '/api/inbox/DoneAll', { reason: 'approval' })).body
    expect(all.count).toBe(2)
    expect(await inbox(anna)).toEqual([])
    expect((await anna('PUT', '/api/inbox/DoneAll', { undoneFrom: all.doneDate })).body.count).toBe(2)
    expect((await inbox(anna)).length).toBe(2)
  })

  it('is nobody else’s to change', async () => {
    const [anna, ben] = [await decide(), await decide()]
    await take(await ready(), 'SendForApproval')
    const [entry] = await inbox(anna)
    expect((await anna('GET', `/api/inbox/${entry?.id}`)).body).toEqual(entry)
    expect((await ben('GET', `/api/inbox/${entry?.id}`)).status).toBe(404)
    for (const step of ['Read', 'Done', 'Snooze']) expect((await ben('PUT', `/api/inbox/${entry?.id}/${step}`, {})).status).toBe(404)
    expect((await house.call('GET', '/api/inbox')).status).toBe(401)
  })
})

it('tells of a made file until it is taken', async () => {
  const ann = await house.signInAs(['SignalTypes.View', 'DownloadCenter.View'], { isNew: true })
  const asked = await ann('GET', '/api/signalTypes/Export')
  const task = await waitForTaskEnd(ann, asked.body.id)
  expect(await inbox(ann)).toEqual([expect.objectContaining({ kind: 'file', title: `${task.fileName} is ready`, by: null })])
  expect((await ann('GET', task.url)).status).toBe(200)
  await expect.poll(async () => (await count(ann)).count).toBe(0)
})

describe('mails', () => {
  const mailsTo = (who: Caller) => house.mails().filter(({ to }) => to === who.email)
  const choose = (who: Caller, mail: InboxMail) => who('PUT', '/api/inbox/Settings', { mail })

  it('come at once, or never, as each has chosen', async () => {
    const [anna, ben] = [await decide(), await decide()]
    expect((await anna('GET', '/api/inbox/Settings')).body).toEqual({ mail: InboxMail.AtOnce })
    expect((await choose(ben, InboxMail.Never)).body).toEqual({ mail: InboxMail.Never })
    const contract = await ready()
    await take(contract, 'SendForApproval')
    await expect.poll(() => mailsTo(anna).map(({ subject }) => subject)).toEqual([`${contract.name} is waiting for approval`])
    await house.waitUntilIdle()
    expect(mailsTo(anna)[0]?.links[0]).toContain(`/contracts/${contract.id}`)
    expect(mailsTo(ben)).toEqual([])
  })

  it('come together when they are due, without what was decided or seen meanwhile', async () => {
    const anna = await decide()
    await choose(anna, InboxMail.Bundled)
    const [one, two, three] = [await ready(), await ready(), await ready()]
    for (const contract of [one, two, three]) await take(contract, 'SendForApproval')
    await take(two, 'Recall')
    const jobs = await house.sql(`select id from jobs where name = 'inboxMail' and input->>'actorId' = $1`, [anna.userId])
    expect(jobs.length).toBe(1)
    expect(mailsTo(anna)).toEqual([])
    await house.sql(`update notifications set mail_date = now() where user_id = $1 and mail_date is not null`, [anna.userId])
    await house.sql(`update jobs set run_after = now() where name = 'inboxMail' and input->>'actorId' = $1`, [anna.userId])
    await expect.poll(() => mailsTo(anna).map(({ subject }) => subject)).toEqual(['2 new entries in your inbox'])
    expect(mailsTo(anna)[0]?.text).toContain(`${one.name} is waiting for approval`)
    expect(mailsTo(anna)[0]?.text).toContain(`${three.name} is waiting for approval`)
    expect(mailsTo(anna)[0]?.text).not.toContain(two.name)
  })

  it('leave none behind that comes while one is about to leave', async () => {
    const anna = await decide()
    await choose(anna, InboxMail.Bundled)
    await take(await ready(), 'SendForApproval')
    // Simulates a job that already read its entries.
    await house.sql(`delete from jobs where name = 'inboxMail' and input->>'actorId' = $1`, [anna.userId])
    await house.sql(`update notifications set mail_date = now() + interval '2 seconds' where user_id = $1`, [anna.userId])
    const late = await ready()
    await take(late, 'SendForApproval')
    const jobs = await house.sql(
      `select run_after > now() + interval '4 minutes' as later from jobs where name = 'inboxMail' and input->>'actorId' = $1`,
      [anna.userId],
    )
    expect(jobs).toEqual([{ later: true }])
  })

  it('end at once for who wants none any more, with what was collected', async () => {
    const [anna, ben] = [await decide(), await decide()]
    for (const caller of [anna, ben]) await choose(caller, InboxMail.Daily)
    await take(await ready(), 'SendForApproval')
    await choose(ben, InboxMail.Never)
    await house.sql(`update notifications set mail_date = now() where mail_date is not null`)
    await house.sql(`update jobs set run_after = now() where name = 'inboxMail'`)
    await expect.poll(() => mailsTo(anna).length).toBe(1)
    await expect.poll(async () => (await house.sql(`select 1 from jobs where name in ('inboxMail', 'mail')`)).length).toBe(0)
    expect(mailsTo(ben)).toEqual([])
  })
})

it('forgets after ninety days what was done', async () => {
  const anna = await decide()
  await take(await ready(), 'SendForApproval')
  await take(await ready(), 'SendForApproval')
  const [entry] = await inbox(anna)
  await anna('PUT', `/api/inbox/${entry?.id}/Done`, {})
  await house.sql(`update notifications set done_date = now() - interval '91 days' where id = $1`, [entry?.id])
  const { cleanings } = await import('../areas.ts')
  for (const cleaning of cleanings) await house.product.work(cleaning)
  expect(await count(anna)).toMatchObject({ count: 1, done: 0 })
})

describe('a mention', () => {
  const writer: Permission[] = ['Projects.View', 'ProjectNotes.View', 'ProjectNotes.Create', 'ProjectNotes.Update']
  const named = async (who: Caller) => {
    const { firstName, lastName } = (await who('GET', '/api/account/me')).body
    return `@${firstName} ${lastName}`
  }

  it('tells who is named and sees it, once, and does not make them watch', async () => {
    const [ann, ben] = [await house.signInAs(writer, { isNew: true }), await house.signInAs(writer, { isNew: true })]
    const project = await createProject(house)
    await addToAccessList(house, project, ann.userId)
    await house.sql(`update users set first_name = 'Berthold', last_name = 'Auer' where id = $1`, [ben.userId])
    await house.sql(`update users set first_name = 'Adelheid', last_name = 'Sommer' where id = $1`, [ann.userId])
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

  it('in a note of the log tells who may read that log, at the page that shows it', async () => {
    const reader = await house.signInAs(['Projects.View', 'ProjectActivityLogs.View'], { isNew: true })
    const blind = await house.signInAs(['Projects.View'], { isNew: true })
    await house.sql(`update users set first_name = 'Cosima', last_name = 'Reads' where id = $1`, [reader.userId])
    await house.sql(`update users set first_name = 'Cosima', last_name = 'Blind' where id = $1`, [blind.userId])
    const project = await createProject(house)
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

  it('in a formatted text of a thing tells who may see the thing, once, and only when the text has changed', async () => {
    const [reader, later] = [
      await house.signInAs(['Projects.View'], { isNew: true }),
      await house.signInAs(['Projects.View'], { isNew: true }),
    ]
    await house.sql(`update users set first_name = 'Edda', last_name = 'Soon' where id = $1`, [reader.userId])
    const project = await createProject(house, { description: '<p>Ask @Edda Soon.</p>' })
    expect(await inbox(reader)).toMatchObject([
      { reason: 'mentioned', title: `First Administrator in ${project.name}`, text: 'Ask @Edda Soon.', link: `/projects/${project.id}` },
    ])
    // A user with that name appears later: earlier mentions do not refer to them.
    await house.sql(`update users set first_name = 'Edda', last_name = 'Soon' where id = $1`, [later.userId])
    const change = async (more: object) => {
      const { body } = await admin('GET', `/api/projects/${project.id}`)
      return (await admin('PUT', `/api/projects/${project.id}`, { ...body, clientId: body.client.id, ...more })).status
    }
    expect([await change({ name: uniqueName('Renamed') }), (await inbox(later)).length]).toEqual([200, 0])
    expect(await change({ description: '<p>Do ask @Edda Soon.</p>' })).toBe(200)
    expect([(await inbox(reader)).length, (await inbox(later)).length]).toEqual([1, 1])
  })

  it('by changing a note tells who is new in it, and nobody twice', async () => {
    const reading = () => house.signInAs(['Projects.View', 'ProjectActivityLogs.View'], { isNew: true })
    const [first, second] = [await reading(), await reading()]
    await house.sql(`update users set first_name = 'Dora', last_name = 'First' where id = $1`, [first.userId])
    await house.sql(`update users set first_name = 'Dora', last_name = 'Second' where id = $1`, [second.userId])
    const project = await createProject(house)
    const at = `/api/projects/${project.id}/ActivityLogs`
    const note = (await admin('POST', at, { notes: 'For @Dora First.', type: 2 })).body
    const changed = await admin('PUT', `${at}/${note.id}`, { notes: 'For @Dora First\nand @Dora Second.' })
    expect(changed.body.notes).toBe('For @Dora First\nand @Dora Second.')
    expect([(await inbox(first)).length, (await inbox(second)).length]).toEqual([1, 1])
  })
})

it('tells nothing for which its person lost the permission', async () => {
  const who = await house.signInAs(['Projects.View'], { isNew: true })
  for (const needs of [null, 'Projects.View', 'Clients.View'])
    await house.sql(
      `insert into notifications (user_id, event_key, kind, reason, entity, entity_id, needs, title, text)
       values ($1, 'lost ' || coalesce($2, 'nothing'), 'project', 'assigned', 'nowhere', 1, $2, coalesce($2, 'nothing'), '')`,
      [who.userId, needs],
    )
  const { items, total } = (await who('GET', '/api/inbox')).body
  expect(items.map(({ title }: { title: string }) => title).sort()).toEqual(['Projects.View', 'nothing'])
  expect(total).toBe(2)
})
