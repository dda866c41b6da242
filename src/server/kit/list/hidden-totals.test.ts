import { expect, it } from 'vitest'
import { addToAccessList, createProject } from '../../../../test/kit/fixtures/projects.ts'
import { type Caller, startApp } from '../../../../test/kit/start.ts'
import { uniqueName } from '../../../../test/kit/unique-names.ts'

const house = await startApp()
const search = uniqueName('Private')
const [first, second] = [await createProject(house, { name: `${search} one` }), await createProject(house, { name: `${search} two` })]
const someone = () => house.signInAs(['Projects.View'], { isNew: true })
const total = async (who: Caller) => {
  const { body } = await who('GET', '/api/projects', undefined, { query: { search } })
  expect(body.items).toHaveLength(body.total)
  return body.total
}

it('a total counts what this person sees now, not what another saw or what was seen a moment ago', async () => {
  const [insider, outsider] = [await someone(), await someone()]
  for (const project of [first, second]) for (const { userId } of [house.admin, insider]) await addToAccessList(house, project, userId)
  const totals = async () => [await total(house.admin), await total(insider), await total(outsider)]
  expect(await totals()).toEqual([2, 2, 0])

  // Access list changes do not touch the project row.
  await addToAccessList(house, first, outsider.userId)
  expect(await totals()).toEqual([2, 2, 1])
  await house.sql('delete from project_access_entries where project_id = $1 and user_id = $2', [second.id, insider.userId])
  expect(await totals()).toEqual([2, 1, 1])
})
