import { type Asking, createApiClient, type Row, signedIn } from './client.ts'
import { code, type Making, uploadImage } from './row-maker.ts'

export interface People {
  colleague: Row
  guest: Row
  group: Row
  guests: Row
}

const password = 'Fixture-12345'

export async function makePeople(url: string, admin: Asking, { bare, full, deleted, three, know }: Making): Promise<People> {
  const avatarUrl = await uploadImage(admin, '/account', '#884422')
  const me = await admin.get('/account/me')
  await admin.put('/account/profile', { firstName: me.firstName, lastName: me.lastName, phone: null, jobTitle: null, avatarUrl })

  const role = await three('/roles', () => ({ permissions: ['Clients.View', 'SignalTypes.View', 'DownloadCenter.View'] }))
  const outside = await three('/externalRoles', () => ({ permissions: ['DownloadCenter.View'] }))
  await bare('/users', { roleId: role.id })
  const colleague = await full('/users', { roleId: role.id, avatarUrl, password })
  know('/users', colleague)
  const suspended = await full('/users', { roleId: role.id, password })
  await bare('/externalUsers', { roleId: outside.id })
  await deleted('/externalUsers', { roleId: outside.id, password })
  const guest = await full('/externalUsers', { roleId: outside.id, avatarUrl, password })
  know('/externalUsers', guest)
  const team = { leadUserId: colleague.id, memberIds: [colleague.id] }
  await three('/teams', () => team)
  const group = await three('/accessGroups', () => ({ userIds: [colleague.id] }))
  const guests = await three('/externalAccessGroups', () => ({ userIds: [guest.id] }))

  for (const { email } of [colleague, guest, suspended]) await signedIn(url, { email, password })
  await admin.put(`/users/${suspended.id}/Suspend`)
  await (await signedIn(url, { email: colleague.email, password })).make('/account/logout')
  const anonymous = createApiClient(url)
  await anonymous.ask('POST', '/account/login', { email: colleague.email, password: 'Wrong-12345' })
  await anonymous.ask('POST', '/account/login', { email: `${code('nobody')}@outside.example`, password })
  await anonymous.make('/account/ForgotPassword', { email: colleague.email })
  return { colleague, guest, group, guests }
}

export async function makeSettings(url: string, admin: Asking, { bare, full, deleted, know }: Making, { colleague, group }: People) {
  const own = await signedIn(url, { email: colleague.email, password })
  for (const client of [admin, own]) {
    await client.put('/dashboard/Layout', { order: ['recentActivity', 'myProjects'], hidden: ['leadFunnel'] })
    await client.make('/savedViews', { list: '/clients', name: 'All of them' })
    const view = await client.make('/savedViews', { list: '/equipment', name: 'Big ones', address: 'search=big', isDefault: true })
    await client.put(`/savedViews/${view.id}/Share`, { accessGroupIds: [group.id] })
    const deletedView = await client.make('/savedViews', { list: '/equipment', name: 'Gone' })
    await client.remove(`/savedViews/${deletedView.id}`)
  }
  await admin.put('/PersonalSettings', {
    autoCreateDefaultAreaGroupInSpace: true,
    autoCollapseNavigationDrawerOnProjectOpen: true,
    maskSuspendedUsers: true,
  })

  await admin.put('/appSettings/general.companyName', { value: 'Fixture & Sons' })
  const values: [string, unknown][] = [
    ['text', 'some words'],
    ['number', 1.5],
    ['bool', true],
    ['json', { deep: [1, null, 'ä'] }],
    ['secret', 'nobody reads this'],
  ]
  for (const [valueType, value] of values)
    know('/appSettings', await full('/appSettings', { key: `fixture.${valueType}`, valueType, value }))
  await bare('/appSettings', { key: 'fixture.nothing' })
  await deleted('/appSettings', { key: 'fixture.gone', valueType: 'text', value: 'gone' })

  const fileOf = async (color: string) => {
    const address = await uploadImage(admin, '/assets', color)
    return address.split('/')[3]!
  }
  const fileId = await fileOf('#112233')
  await bare('/assets', { fileId })
  know('/assets', await full('/assets', { fileId: await fileOf('#445566') }))
  await deleted('/assets', { fileId })
}
