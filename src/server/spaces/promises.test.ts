import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { addToAccessList, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { servedAreaGroups } from './area-groups.ts'

const app = await startApp()
const project = await createProject(app)
// Visible only to users who may edit access lists.
await addToAccessList(app, project, app.admin.userId)
const space = await createSpace(app, project)

entityContract(servedAreaGroups, app, {
  parentId: async () => space.id,
  valid: { name: 'Lectern', order: 7, notes: 'Oak' },
  invalid: [
    ['name', '', messages.required],
    ['order', -1, messages.minimum(0)],
  ],
  as: (permissions) =>
    app.signInAs(
      permissions.length < 10 ? [...new Set([...permissions, 'Projects.View', 'ProjectAccessList.Update'] as const)] : permissions,
    ),
  outsider: () => app.signInAs(['Projects.View', 'ProjectEquipment.View', 'ProjectEquipment.Update']),
})
