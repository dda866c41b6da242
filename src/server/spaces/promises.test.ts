import { childContract } from '../../../test/kit/child-contract.ts'
import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createRow } from '../../../test/kit/fixtures/catalog.ts'
import { addToAccessList, createProduct, createProject, createSpace } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { uniqueName } from '../../../test/kit/unique-names.ts'
import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import { addEquipment, deleteLine, updateLine } from '../../model/spaces/space-calls.ts'
import { servedAreaGroups } from './area-groups.ts'

const app = await startApp()
const project = await createProject(app)
// Visible only to users who may edit access lists.
await addToAccessList(app, project, app.admin.userId)
const space = await createSpace(app, project)

const as = (permissions: readonly Permission[]) =>
  app.signInAs(permissions.length < 10 ? [...new Set([...permissions, 'Projects.View', 'ProjectAccessList.Update'] as const)] : permissions)
const outsider = () => app.signInAs(['Projects.View', 'ProjectEquipment.View', 'ProjectEquipment.Update'])

entityContract(servedAreaGroups, app, {
  parentId: async () => space.id,
  valid: { name: 'Lectern', order: 7, notes: 'Oak' },
  invalid: [
    ['name', '', messages.required],
    ['order', -1, messages.minimum(0)],
  ],
  as,
  outsider,
})

const [product, group, rack] = [
  await createProduct(app),
  await createRow(app, `/api/spaces/${space.id}/AreaGroups`, { name: 'Stage' }),
  await createRow(app, `/api/projects/${project.id}/Racks`, { name: 'Rack', heightRU: 42 }),
]
const elsewhere = await createSpace(app, project)
childContract(app, {
  name: 'Equipment line',
  calls: { create: addEquipment, update: updateLine, remove: deleteLine },
  parent: { id: space.id },
  elsewhere: { id: elsewhere.id },
  audited: { entity: 'spaces', id: space.id },
  // Equal lines would become one.
  valid: () => ({
    equipmentId: product.id,
    areaGroupId: group.id,
    rackId: rack.id,
    quantity: 3,
    provider: ProviderCode.FBO,
    installer: InstallerCode.IBO,
    installerName: 'ACME',
    unitPriceOverride: 12.34,
    isExisting: true,
    label: uniqueName('Front'),
    notes: 'High',
  }),
  invalid: [
    ['quantity', 0, messages.minimum(1)],
    ['areaGroupId', 999_999_999, 'Area group not found.'],
    ['rackId', 999_999_999, 'Rack not found.'],
  ],
  change: { notes: 'Low', quantity: 4 },
  list: async (by) =>
    (await by('GET', `/api/projects/${project.id}/Equipment/query`, undefined, { query: { spaceIds: [space.id] } })).body.items,
  also: ['ProjectEquipment.View'],
  as,
  outsider,
})
