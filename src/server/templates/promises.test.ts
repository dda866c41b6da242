import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createProduct } from '../../../test/kit/fixtures/projects.ts'
import { createSpaceTemplate } from '../../../test/kit/fixtures/templates.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { servedAreaGroups, servedLines } from './template-parts.ts'

const app = await startApp()
const template = await createSpaceTemplate(app, { Wall: [] })
const screen = await createProduct(app)

entityContract(servedAreaGroups, app, {
  parentId: async () => template.id,
  valid: { name: 'Lectern', order: 7, notes: 'Oak' },
  invalid: [
    ['name', '', messages.required],
    ['order', -1, messages.minimum(0)],
  ],
})

entityContract(servedLines, app, {
  parentId: async () => template.id,
  valid: {
    equipmentId: screen.id,
    areaGroupId: template.areaGroups[0].id,
    quantity: 2,
    provider: 'EC',
    installer: 'GC',
    isExisting: true,
    label: 'Left',
    notes: 'Behind the glass',
  },
  // Lines with equal keys would merge.
  fresh: (n) => ({ unitPriceOverride: n }),
  invalid: [
    ['quantity', 0, messages.minimum(1)],
    ['provider', 'XX', messages.unknown],
    ['areaGroupId', 999_999_999, 'Area group not found.'],
  ],
})
