import { once } from 'node:events'
import { type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createSignalType } from '../../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createProject } from '../../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../../test/kit/start.ts'
import { uniqueName } from '../../../../test/kit/unique-names.ts'
import type { AnyRow } from '../request/context.ts'

const house = await startApp()
const hub = `${house.url}/hubs/notifications`
const open: HubConnection[] = []
afterEach(async () => {
  for (const connection of open.splice(0)) await connection.stop()
})

async function listening(who: Caller) {
  const connection = new HubConnectionBuilder()
    .withUrl(hub, { accessTokenFactory: () => who.token })
    .configureLogging(LogLevel.None)
    .build()
  const heard: AnyRow[] = []
  const words: string[] = []
  connection.on('EntityChanged', (event) => heard.push(event))
  connection.on('Notify', ({ title }) => words.push(title))
  open.push(connection)
  await connection.start()
  return async () => {
    const title = uniqueName('Over')
    await house.product.work(async (ctx) => ctx.publish([who.userId], 'Notify', { title, text: '', link: null, kind: 'info' }))
    await expect.poll(() => words).toContain(title)
    return heard.splice(0)
  }
}

describe('a change is told', () => {
  it('to colleagues who may see such rows, not to others and not to people from outside', async () => {
    const reader = await listening(await house.signInAs(['SignalTypes.View']))
    const stranger = await listening(await house.signInAs(['Clients.View']))
    const outsider = await listening(await house.signInAs(['SignalTypes.View'], { external: true }))
    const { id } = await createSignalType(house)
    expect(await reader()).toMatchObject([{ entity: 'signalTypes', id, action: 'Created' }])
    expect(await stranger()).toEqual([])
    expect(await outsider()).toEqual([])
  })

  it('of a project only to who sees it, with nothing but its kind and id', async () => {
    const project = await createProject(house)
    const [insider, outsider] = [
      await house.signInAs(['Projects.View'], { isNew: true }),
      await house.signInAs(['Projects.View'], { isNew: true }),
    ]
    await addToAccessList(house, project, insider.userId)
    const [inside, outside] = [await listening(insider), await listening(outsider)]
    expect((await house.admin('PUT', `/api/projects/${project.id}/SetStatus`, { status: 101 })).status).toBe(200)
    await expect.poll(inside).toEqual([{ entity: 'projects', id: project.id, projectId: project.id, action: 'Updated', rowVersion: 2 }])
    expect(await outside()).toEqual([])
  })
})

describe('what was said before a line was open', () => {
  /** Asks if the user missed an event since this point, apart from the time the question itself takes. */
  async function latecomer(who: Caller) {
    await listening(who)
    const connection = open.at(-1)!
    const began = performance.now()
    return () => connection.invoke('HasMissed', performance.now() - began)
  }

  it('is known to whoever it was for, and to nobody else', async () => {
    const [reader, stranger] = [
      await latecomer(await house.signInAs(['SignalTypes.View'])),
      await latecomer(await house.signInAs(['Clients.View'])),
    ]
    const outsider = await latecomer(await house.signInAs(['SignalTypes.View'], { external: true }))
    expect(await reader()).toBe(false)
    await createSignalType(house)
    await expect.poll(reader).toBe(true)
    expect(await stranger()).toBe(false)
    expect(await outsider()).toBe(false)
  })

  it('of a project only to who sees it', async () => {
    const project = await createProject(house)
    const [insider, outsider] = [
      await house.signInAs(['Projects.View'], { isNew: true }),
      await house.signInAs(['Projects.View'], { isNew: true }),
    ]
    await addToAccessList(house, project, insider.userId)
    const [inside, outside] = [await latecomer(insider), await latecomer(outsider)]
    expect((await house.admin('PUT', `/api/projects/${project.id}/SetStatus`, { status: 101 })).status).toBe(200)
    await expect.poll(inside).toBe(true)
    expect(await outside()).toBe(false)
  })

  it('to one person is known to them', async () => {
    const [ann, ben] = [await house.signInAs(['Clients.View'], { isNew: true }), await house.signInAs(['Clients.View'], { isNew: true })]
    const [forAnn, forBen] = [await latecomer(ann), await latecomer(ben)]
    await house.product.work(async (ctx) => ctx.publish([ann.userId], 'EntityChanged', { entity: 'inbox', id: 0, action: 'Updated' }))
    await expect.poll(forAnn).toBe(true)
    expect(await forBen()).toBe(false)
  })

  it('where everybody inside may know is known to each of them, and to nobody outside', async () => {
    const [insider, outsider] = [
      await latecomer(await house.signInAs(['Clients.View'])),
      await latecomer(await house.signInAs([], { external: true })),
    ]
    const changed = { entity: 'nothing', id: 1, action: 'Updated' } as const
    // @ts-expect-error who is told cannot be left out
    house.product.services.changed(changed)
    expect(await insider()).toBe(false)
    house.product.services.changed(changed, 'internal')
    await expect.poll(insider).toBe(true)
    expect(await outsider()).toBe(false)
  })

  it('may be anything where the time reaches before this node, or is none', async () => {
    await listening(await house.signInAs(['Clients.View']))
    const connection = open.at(-1)!
    expect(await connection.invoke('HasMissed', 0)).toBe(false)
    for (const ms of [Number.MAX_SAFE_INTEGER, 'soon', {}]) expect(await connection.invoke('HasMissed', ms), String(ms)).toBe(true)
  })
})

describe('a connection token', () => {
  const person = () => house.signInAs(['Clients.View'], { isNew: true })
  const negotiated = async (who: Caller): Promise<string> => {
    const answer = await house.call('POST', '/hubs/notifications/negotiate?negotiateVersion=1', undefined, { token: who.token })
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

  it('is nothing after half a minute', async () => {
    const token = await negotiated(await person())
    await house.sql(`update hub_tokens set create_date = now() - interval '31 seconds' where token = $1`, [token])
    expect(await connecting(token)).toBe(refusal)
  })

  it('is nothing once the session that asked for it is over', async () => {
    const [one, other] = [await person(), await person()]
    const [token, second] = [await negotiated(one), await negotiated(other)]
    expect((await house.admin('PUT', `/api/users/${one.userId}/Suspend`)).status).toBe(200)
    expect((await other('POST', '/api/account/logout')).status).toBe(204)
    expect(await connecting(token)).toBe(refusal)
    expect(await connecting(second)).toBe(refusal)
  })
})
