import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { addToAccessList, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { servedAreaGroups } from './area-groups.ts'

const house = await startApp()
const project = await createProject(house)
// Visible only to users who may edit access lists.
await addToAccessList(house, project, house.admin.userId)
const space = await createSpace(house, project)

entityContract(servedAreaGroups, house, {
  parentId: async () => space.id,
  valid: { name: 'Lectern', order: 7, notes: 'Oak' },
  invalid: [
    ['name', '', messages.required],
    ['order', -1, messages.minimum(0)],
  ],
  as: (permissions) =>
    house.signInAs(
      permissions.length < 10 ? [...new Set([...permissions, 'Projects.View', 'ProjectAccessList.Update'] as const)] : permissions,
    ),
  outsider: () => house.signInAs(['Projects.View', 'ProjectEquipment.View', 'ProjectEquipment.Update']),
})
