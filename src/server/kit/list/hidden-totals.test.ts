import { expect, it } from 'vitest'
import { addToAccessList, createProject } from '../../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../../test/kit/start.ts'
import { uniqueName } from '../../../../test/kit/unique-names.ts'

const app = await startApp()
const search = uniqueName('Private')
const [first, second] = [await createProject(app, { name: `${search} one` }), await createProject(app, { name: `${search} two` })]
const newCaller = () => app.signInAs(['Projects.View'], { isNew: true })
const total = async (caller: Caller) => {
  const { body } = await caller('GET', '/api/projects', undefined, { query: { search } })
  expect(body.items).toHaveLength(body.total)
  return body.total
}

it('counts what the user may see now, not a cached total of another user or time', async () => {
  const [insider, outsider] = [await newCaller(), await newCaller()]
  for (const project of [first, second]) for (const { userId } of [app.admin, insider]) await addToAccessList(app, project, userId)
  const totals = async () => [await total(app.admin), await total(insider), await total(outsider)]
  expect(await totals()).toEqual([2, 2, 0])

  // Access list changes do not touch the project row.
  await addToAccessList(app, first, outsider.userId)
  expect(await totals()).toEqual([2, 2, 1])
  await app.sql('delete from project_access_entries where project_id = $1 and user_id = $2', [second.id, insider.userId])
  expect(await totals()).toEqual([2, 1, 1])
})
