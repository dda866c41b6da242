import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { createIssuedDesign, inHours } from '../../../test/kit/fixtures/bids.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import type { Permission } from '../../model/permissions.ts'
import { bidPackages } from './bid-packages.ts'

const app = await startApp()
const { project, space, revision } = await createIssuedDesign(app, [{ quantity: 1, msrpPrice: 10 }])
const seeing = (permissions: readonly Permission[]) => app.signInAs([...new Set<Permission>([...permissions, 'Projects.View'])])

entityContract(bidPackages, app, {
  valid: {
    name: 'Audio-visual systems',
    instructions: '<p>Price every line.</p>',
    revisionId: revision.id,
    scope: { spaceIds: [space.id], categoryIds: [1], providers: ['AVV'] },
    dueAt: inHours(48),
    validityDays: 90,
    costLines: [{ key: 'tax', name: 'Tax' }],
    alternates: [{ code: 'A1', name: 'Larger screens', description: 'In both halls' }],
    allowances: [{ name: 'Unforeseen', amount: 500 }],
    unitPrices: [{ name: 'Outlet', unit: 'each' }],
    requiredTerms: ['Prevailing wage'],
    checklist: ['Permits'],
  },
  without: { files: 'a file belongs to its uploader' },
  invalid: [
    ['name', '', messages.required],
    ['revisionId', 999_999_999, 'Revision not found.'],
    ['dueAt', 'soon', messages.date],
    ['validityDays', 0, messages.minimum(1)],
  ],
  parentId: async () => project.id,
  as: seeing,
})
