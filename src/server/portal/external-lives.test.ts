import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { describe, expect, it } from 'vitest'
import { onCleanup } from '../../../test/kit/cleanup.ts'
import { readMail, startFakeMail } from '../../../test/kit/fake-mail.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { CompanyType } from '../../model/companies/enums.ts'
import type { AnyRow } from '../kit/request/context.ts'

/** Tests external users from the invitation mail to their deletion (domain 4.4, 7.9), with mails sent by SMTP. */
const post = await startFakeMail()
const app = await startApp({
  settings: { smtpUrl: post.url, fromEnvironment: { 'mail.from': 'dna@firm.example' }, publicUrl: 'https://dna.firm.example' },
})
const { admin } = app
const [viewer] = (await admin('GET', '/api/externalRoles')).body.items
const password = 'Correct-Horse-7'
const person = { firstName: 'Ada', lastName: 'Okafor', password, confirmPassword: password }

const mailsTo = (email: string) => post.received.map(readMail).filter((mail) => mail.includes(`To: ${email}`))
const invitationKey = (mail: string | undefined) =>
  /https:\/\/dna\.firm\.example\/invitations\/accept\/([0-9a-f-]{36})/.exec(mail ?? '')?.[1]
const accept = (key: string | undefined) => app.call('POST', `/api/invitations/accept/${key}`, person)
const signIn = (email: string) => app.call('POST', '/api/account/login', { email, password })
const as = (token: string) => (path: string) => app.call('GET', `/api${path}`, undefined, { token })

async function listen(token: string) {
  const received: AnyRow[] = []
  const line = { isOpen: true }
  const connection = new HubConnectionBuilder()
    .withUrl(`${app.url}/hubs/notifications`, { accessTokenFactory: () => token })
    .configureLogging(LogLevel.None)
    .build()
  connection.on('EntityChanged', (event) => received.push(event))
  connection.onclose(() => {
    line.isOpen = false
  })
  await connection.start()
  onCleanup(() => connection.stop())
  return { heard: received, isOpen: () => line.isOpen, hears: (id: number) => received.some(({ projectId }) => projectId === id) }
}

async function cameIn() {
  const email = `${uniqueName('guest').replace(' ', '-')}@northlake.example`
  const projects = [await createProject(app), await createProject(app)] as const
  const invitation = await createRow(app, '/api/invitations', {
    email,
    externalRoleId: viewer.id,
    projectIds: projects.map(({ id }) => id),
  })
  await expect.poll(() => mailsTo(email).length).toBe(1)
  const answer = await accept(invitationKey(mailsTo(email)[0]))
  expect(answer.status).toBe(200)
  const { user, token } = answer.body as { user: { id: string }; token: string }
  await app.sql('update project_external_access_entries set is_live = true where user_id = $1', [user.id])
  return { email, projects, made: invitation, userId: user.id, token }
}
const changeProject = (project: AnyRow) => createSpace(app, project)
const status = async (token: string, project: AnyRow) => (await as(token)(`/externalProjects/${project.id}`)).status

describe('invitation sent by mail', () => {
  it('has its link in the mail and on request, and creates one user for three contacts', async () => {
    const email = 'grace@three.example'
    const contacts: AnyRow[] = []
    for (const [companyType, path] of [
      [CompanyType.Client, 'clients'],
      [CompanyType.Architect, 'architects'],
      [CompanyType.EngineeringFirm, 'engineeringFirms'],
    ] as const) {
      const more = path === 'clients' ? { abbreviatedName: 'GRC' } : {}
      const company = await createRow(app, `/api/${path}`, { name: uniqueName('Firm'), ...more })
      contacts.push(
        await createRow(app, '/api/contacts', { companyType, companyId: company.id, firstName: 'Grace', lastName: 'Hall', email }),
      )
    }
    const inviteAnswer = await admin('POST', `/api/contacts/${contacts[1]?.id}/Invite`, {
      externalRoleId: viewer.id,
      message: 'Have a look.',
    })
    expect(inviteAnswer.status).toBe(201)
    expect(inviteAnswer.body).not.toHaveProperty('link')
    await expect.poll(() => mailsTo(email).length).toBe(1)
    const [mail] = mailsTo(email)
    expect(mail).toContain('Have a look.')
    const key = invitationKey(mail)
    expect((await admin('GET', `/api/invitations/${inviteAnswer.body.id}/Link`)).body.link).toMatch(new RegExp(`/${key}$`))
    expect((await app.call('GET', `/api/invitations/accept/${key}`)).body).toMatchObject({ email, company: contacts[1]?.company.name })
    expect(app.mails()).toEqual([])

    const { user } = (await accept(key)).body
    for (const { id } of contacts)
      expect((await admin('GET', `/api/contacts/${id}`)).body).toMatchObject({ externalUserId: user.id, invitationState: 2 })
    for (const { id } of contacts)
      expect((await admin('POST', `/api/contacts/${id}/Invite`, { externalRoleId: viewer.id, message: null })).status).toBe(409)
    expect(await app.sql('select id from users where email = $1', [email])).toHaveLength(1)
  })

  it('answers a replaced key and an unknown key alike', async () => {
    const email = 'anew@northlake.example'
    const invitation = await createRow(app, '/api/invitations', { email, externalRoleId: viewer.id })
    await expect.poll(() => mailsTo(email).length).toBe(1)
    expect((await admin('PUT', `/api/invitations/${invitation.id}/Resend`)).status).toBe(200)
    await expect.poll(() => mailsTo(email).length).toBe(2)
    const [old, key] = mailsTo(email).map(invitationKey)
    const invalidKeys = [old, '00000000-0000-4000-8000-000000000000']
    const answers = await Promise.all(invalidKeys.map((item) => app.call('GET', `/api/invitations/accept/${item}`)))
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(answers.map(() => ({ status: 404, body: answers[1]?.body })))
    expect((await accept(old)).status).toBe(404)
    expect((await accept(key)).status).toBe(200)
  })
})

describe('external user', () => {
  it('is signed out at once when suspended, cannot be reinvited, and returns to the same projects', async () => {
    const { email, projects, userId, token } = await cameIn()
    const browser = await listen(token)
    expect(await status(token, projects[0])).toBe(200)
    expect((await admin('PUT', `/api/externalUsers/${userId}/Suspend`)).status).toBe(200)
    await expect.poll(browser.isOpen).toBe(false)
    expect(await status(token, projects[0])).toBe(401)
    expect((await signIn(email)).status).toBe(400)
    expect((await admin('POST', '/api/invitations', { email, externalRoleId: viewer.id })).status).toBe(409)
    await changeProject(projects[0])
    expect((await admin('PUT', `/api/externalUsers/${userId}/Unsuspend`)).status).toBe(200)
    expect(await status(token, projects[0]), 'the old session stays dead').toBe(401)
    const again = (await signIn(email)).body.token as string
    expect(await status(again, projects[0])).toBe(200)
    expect(browser.heard).toEqual([])
  })

  it('has no earlier access when removed and invited again', async () => {
    const { email, projects, userId, token } = await cameIn()
    const browser = await listen(token)
    expect((await admin('DELETE', `/api/externalUsers/${userId}`)).status).toBe(204)
    await expect.poll(browser.isOpen).toBe(false)
    expect(await status(token, projects[0])).toBe(401)
    await createRow(app, '/api/invitations', { email, externalRoleId: viewer.id, projectIds: [projects[1].id] })
    await expect.poll(() => mailsTo(email).length).toBe(2)
    const { user, token: next } = (await accept(invitationKey(mailsTo(email)[1]))).body
    expect(user.id).not.toBe(userId)
    expect(await status(next, projects[0])).toBe(404)
    expect(await status(next, projects[1])).toBe(200)
    expect((await as(next)('/externalProjects')).body).toMatchObject({ total: 1, items: [{ id: projects[1].id }] })
    expect((await as(next)('/inbox')).body.items).toEqual([])
  })

  it('must sign in again after a role change and sees what the new role allows', async () => {
    const { email, projects, userId, token } = await cameIn()
    const browser = await listen(token)
    const less = await createRow(app, '/api/externalRoles', { name: uniqueName('Maker'), permissions: ['ExternalEquipment.View'] })
    const moved = await admin('PUT', `/api/externalUsers/${userId}/Role`, { roleId: less.id })
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    await expect.poll(browser.isOpen).toBe(false)
    expect((await as(token)('/externalProjects')).status).toBe(401)
    const second = (await signIn(email)).body.token as string
    expect(await status(second, projects[0])).toBe(403)
    expect((await as(second)('/externalEquipments')).status).toBe(200)
    const quiet = await listen(second)
    const { projects: others, token: other } = await cameIn()
    const sentinel = await listen(other)
    await changeProject(projects[0])
    await changeProject(others[0])
    await expect.poll(() => sentinel.hears(others[0].id)).toBe(true)
    expect(quiet.heard).toEqual([])
    expect((await admin('PUT', `/api/externalUsers/${userId}/Role`, { roleId: viewer.id })).status).toBe(200)
    expect(await status((await signIn(email)).body.token, projects[0])).toBe(200)
  })

  it('sees a project until deleted or unlisted, and again when restored; live events too', async () => {
    const { projects, userId, token } = await cameIn()
    const [first, second] = projects
    const browser = await listen(token)
    const hears = async (project: AnyRow) => {
      browser.heard.length = 0
      await changeProject(project)
      await expect.poll(() => browser.hears(project.id)).toBe(true)
    }
    await hears(first)
    expect((await admin('DELETE', `/api/projects/${first.id}`)).status).toBe(204)
    expect(await status(token, first)).toBe(404)
    expect((await as(token)('/externalProjects')).body).toMatchObject({ total: 1, items: [{ id: second.id }] })
    expect((await admin('PUT', `/api/projects/${first.id}/restore`, {})).status).toBe(200)
    expect(await status(token, first)).toBe(200)
    await hears(first)

    expect((await admin('DELETE', `/api/projects/${first.id}/ExternalAccessList/1/${userId}`)).status).toBe(204)
    expect(await status(token, first)).toBe(404)
    browser.heard.length = 0
    await changeProject(first)
    // Once the event of the second project has arrived, one of the first would have arrived too.
    await changeProject(second)
    await expect.poll(() => browser.hears(second.id)).toBe(true)
    expect(browser.hears(first.id)).toBe(false)
  })
})
