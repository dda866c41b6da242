import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { approveContract, createPlan } from '../../../test/kit/fixtures/boards.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { addMonths, monthOf } from '../../model/kit/dates.ts'
import { messages } from '../../model/kit/rules.ts'
import { internalPermissions } from '../../model/permissions.ts'
import { servedShiftRequests } from './shift-requests.ts'

const app = await startApp()
const far = addMonths(monthOf(new Date().toISOString()), 25)

entityContract(servedShiftRequests, app, {
  prepare: async () => {
    const project = await createProject(app)
    const { contract, records } = await createPlan(app, project)
    await approveContract(app, contract)
    return {
      projectId: project.id,
      requesterUserId: app.admin.userId,
      lines: [{ phaseRecordId: records[0]?.id, fromMonth: '2026-03', toMonth: '2026-05', hours: 7.5 }],
    }
  },
  valid: { name: 'Drawings after the vacation', reason: 'Away in March' },
  invalid: [
    ['name', 'Two  spaces', messages.whiteSpaces],
    ['projectId', 999_999_999, 'Project not found.'],
    ['requesterUserId', '00000000-0000-4000-8000-000000000000', 'For not found.'],
    ['lines[0].fromMonth', '2026-13', messages.date],
    ['lines[0].toMonth', '2026-03', 'Hours must move to another month.'],
    ['lines[0].toMonth', far, 'Hours can be moved at most 12 months ahead.'],
    ['lines[0].hours', 0, messages.minimum(0.01)],
    ['lines[0].phaseRecordId', 999_999_999, 'Only hours of approved contracts of this project can be moved.'],
    ['reason', 'x'.repeat(4001), messages.maxLength(4000)],
  ],
  as: (permissions) =>
    app.signInAs(
      permissions.length < 10
        ? [
            ...new Set([
              ...permissions,
              'ResourceShiftRequests.Manage',
              'ResourceShiftRequests.CreateForOthers',
              'Projects.View',
              'ProjectAccessList.Update',
            ] as const),
          ]
        : permissions,
    ),
  outsider: () => app.signInAs(internalPermissions.filter((name) => name !== 'ResourceShiftRequests.Manage')),
})
