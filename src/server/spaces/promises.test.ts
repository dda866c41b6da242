import { givenProject, givenSpace, listed } from '../../../test/kit/given-projects.ts'
import { promisesOf } from '../../../test/kit/promises.ts'
import { start } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { servedAreaGroups } from './area-groups.ts'

const house = await start()
const project = await givenProject(house)
// Seen by whoever keeps access lists, and by nobody else.
await listed(house, project, house.admin.userId)
const space = await givenSpace(house, project)

promisesOf(servedAreaGroups, house, {
  parentId: async () => space.id,
  valid: { name: 'Lectern', order: 7, notes: 'Oak' },
  invalid: [
    ['name', '', messages.required],
    ['order', -1, messages.minimum(0)],
  ],
  as: (permissions) =>
    house.as(permissions.length < 10 ? [...new Set([...permissions, 'Projects.View', 'ProjectAccessList.Update'] as const)] : permissions),
  outsider: () => house.as(['Projects.View', 'ProjectEquipment.View', 'ProjectEquipment.Update']),
})
