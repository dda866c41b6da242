import { once } from 'node:events'
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createSignalType } from '../../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createProject } from '../../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../../test/kit/start.ts'
import { uniqueName } from '../../../../test/kit/unique-names.ts'
import type { AnyRow } from '../request/context.ts'

const app = await startApp()
const hub = `${app.url}/hubs/notifications`
const open: HubConnection[] = []
afterEach(async () => {
  for (const connection of open.splice(0)) await connection.stop()
})

async function listening(caller: Caller) {
  const connection = new HubConnectionBuilder()
    .withUrl(hub, { accessTokenFactory: () => caller.token })
    .configureLogging(LogLevel.None)
    .build()
  const received: AnyRow[] = []
  const words: string[] = []
  connection.on('EntityChanged', (event) => received.push(event))
  connection.on('Notify', ({ title }) => words.push(title))
  open.push(connection)
  await connection.start()
  return async () => {
    const title = uniqueName('Over')
    await app.product.work(async (ctx) => ctx.publish([caller.userId], 'Notify', { title, text: '', link: null, kind: 'info' }))
    await expect.poll(() => words).toContain(title)
    return received.splice(0)
  }
}

it('rejects connections from pages of another site', async () => {
  const { connectionToken } = await (
    await fetch(`${hub}/negotiate?negotiateVersion=1`, { method: 'POST', headers: { authorization: `Bearer ${app.admin.token}` } })
  ).json()
  const answer = async (origin: string) => {
    const socket = new WebSocket(`${hub.replace('http', 'ws')}?id=${connectionToken}`, { origin })
    onTestFinished(() => socket.terminate())
    return new Promise<string>((resolve) => {
      socket.once('open', () => resolve('open'))
      socket.once('error', ({ message }) => resolve(message))
    })
  }
  for (const foreign of ['https://elsewhere.example.com', 'null']) expect(await answer(foreign)).toContain('403')
  expect(await answer(app.url)).toBe('open')
})

describe('change event', () => {
  it('reaches users who may see such rows, but no others and no external users', async () => {
    const reader = await listening(await app.signInAs(['SignalTypes.View']))
    const stranger = await listening(await app.signInAs(['Clients.View']))
    const outsider = await listening(await app.signInAs(['SignalTypes.View'], { external: true }))
    const { id } = await createSignalType(app)
    expect(await reader()).toMatchObject([{ entity: 'signalTypes', id, action: 'Created' }])
    expect(await stranger()).toEqual([])
    expect(await outsider()).toEqual([])
  })

  it('for a project reaches only users who see it, with only entity and id', async () => {
    const project = await createProject(app)
    const [insider, outsider] = [
      await app.signInAs(['Projects.View'], { isNew: true }),
      await app.signInAs(['Projects.View'], { isNew: true }),
    ]
    await addToAccessList(app, project, insider.userId)
    const [inside, outside] = [await listening(insider), await listening(outsider)]
    expect((await app.admin('PUT', `/api/projects/${project.id}/SetStatus`, { status: 101 })).status).toBe(200)
    await expect.poll(inside).toEqual([{ entity: 'projects', id: project.id, projectId: project.id, action: 'Updated', rowVersion: 2 }])
    expect(await outside()).toEqual([])
  })
})

describe('events before a connection opened', () => {
  /** Returns a query whether the user missed an event since this call. */
  async function latecomer(caller: Caller) {
    await listening(caller)
    const connection = open.at(-1)!
    const began = performance.now()
    return () => connection.invoke('HasMissed', performance.now() - began)
  }

  it('are reported to their recipients and to no other user', async () => {
    const [reader, stranger] = [
      await latecomer(await app.signInAs(['SignalTypes.View'])),
      await latecomer(await app.signInAs(['Clients.View'])),
    ]
    const outsider = await latecomer(await app.signInAs(['SignalTypes.View'], { external: true }))
    expect(await reader()).toBe(false)
    await createSignalType(app)
    await expect.poll(reader).toBe(true)
    expect(await stranger()).toBe(false)
    expect(await outsider()).toBe(false)
  })

  it('for a project are reported only to users who see it', async () => {
    const project = await createProject(app)
    const [insider, outsider] = [
      await app.signInAs(['Projects.View'], { isNew: true }),
      await app.signInAs(['Projects.View'], { isNew: true }),
    ]
    await addToAccessList(app, project, insider.userId)
    const [inside, outside] = [await latecomer(insider), await latecomer(outsider)]
    expect((await app.admin('PUT', `/api/projects/${project.id}/SetStatus`, { status: 101 })).status).toBe(200)
    await expect.poll(inside).toBe(true)
    expect(await outside()).toBe(false)
  })

  it('for one user are reported to that user only', async () => {
    const [ann, ben] = [await app.signInAs(['Clients.View'], { isNew: true }), await app.signInAs(['Clients.View'], { isNew: true })]
    const [forAnn, forBen] = [await latecomer(ann), await latecomer(ben)]
    await app.product.work(async (ctx) => ctx.publish([ann.userId], 'EntityChanged', { entity: 'inbox', id: 0, action: 'Updated' }))
    await expect.poll(forAnn).toBe(true)
    expect(await forBen()).toBe(false)
  })

  it('for all internal users are reported to each of them, and to no external user', async () => {
    const [insider, outsider] = [
      await latecomer(await app.signInAs(['Clients.View'])),
      await latecomer(await app.signInAs([], { external: true })),
    ]
    const changed = { entity: 'nothing', id: 1, action: 'Updated' } as const
    // @ts-expect-error who is told cannot be left out
    app.product.services.changed(changed)
    expect(await insider()).toBe(false)
    app.product.services.changed(changed, 'internal')
    await expect.poll(insider).toBe(true)
    expect(await outsider()).toBe(false)
  })

  it('are assumed if the time is before the start of this node or invalid', async () => {
    await listening(await app.signInAs(['Clients.View']))
    const connection = open.at(-1)!
    expect(await connection.invoke('HasMissed', 0)).toBe(false)
    for (const ms of [Number.MAX_SAFE_INTEGER, 'soon', {}]) expect(await connection.invoke('HasMissed', ms), String(ms)).toBe(true)
  })
})

describe('connection token', () => {
  const person = () => app.signInAs(['Clients.View'], { isNew: true })
  const negotiated = async (caller: Caller): Promise<string> => {
    const answer = await app.call('POST', '/hubs/notifications/negotiate?negotiateVersion=1', undefined, { token: caller.token })
    expect(answer.status).toBe(200)
    return answer.body.connectionToken
  }
  const connecting = async (token: string) => {
    const socket = new WebSocket(`${hub.replace('http', 'ws')}?id=${token}`)
    const refused = new Promise((done) => socket.once('error', ({ message }) => done(message)))
    const answer = await Promise.race([refused, once(socket, 'open').then(() => 'open')])
    socket.close()
    return answer
  }
  const refusal = 'Unexpected server response: 401'

  it('opens one connection', async () => {
    const token = await negotiated(await person())
    expect(await connecting(token)).toBe('open')
    expect(await connecting(token)).toBe(refusal)
  })

  it('expires after half a minute', async () => {
    const token = await negotiated(await person())
    await app.sql(`update hub_tokens set create_date = now() - interval '31 seconds' where token = $1`, [token])
    expect(await connecting(token)).toBe(refusal)
  })

  it('expires when its session ends', async () => {
    const [one, other] = [await person(), await person()]
    const [token, second] = [await negotiated(one), await negotiated(other)]
    expect((await app.admin('PUT', `/api/users/${one.userId}/Suspend`)).status).toBe(200)
    expect((await other('POST', '/api/account/logout')).status).toBe(204)
    expect(await connecting(token)).toBe(refusal)
    expect(await connecting(second)).toBe(refusal)
  })
})
