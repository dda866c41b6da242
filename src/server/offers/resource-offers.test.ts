import { entityContract } from '../../../test/kit/entity-contract/index.ts'
import { approveContract, createPlan } from '../../../test/kit/fixtures/boards.ts'
import { createProject } from '../../../test/kit/fixtures/projects.ts'
import { startApp } from '../../../test/kit/start.ts'
import { messages } from '../../model/kit/rules.ts'
import { internalPermissions } from '../../model/permissions.ts'
import { servedOffers } from './resource-offers.ts'

const app = await startApp()

entityContract(servedOffers, app, {
  prepare: async () => {
    const project = await createProject(app)
    const { contract, phase, records } = await createPlan(app, project)
    await approveContract(app, contract)
    return {
      projectId: project.id,
      sourceUserId: app.admin.userId,
      targetUserId: (await app.signInAs(['Projects.View'], { isNew: true })).userId,
      lines: [
        {
          phaseRecordId: records[0]?.id,
          contractId: contract.id,
          phaseType: phase.type,
          laborType: records[0]?.laborType,
          month: '2026-03',
          hours: 7.5,
        },
      ],
    }
  },
  valid: { name: 'Drawings for the lobby', note: 'Half a week' },
  invalid: [
    ['name', 'Two  spaces', messages.whiteSpaces],
    ['projectId', 999_999_999, 'Project not found.'],
    ['targetUserId', '00000000-0000-4000-8000-000000000000', 'To not found.'],
    ['lines[0].month', '2026-13', messages.date],
    ['lines[0].hours', 0, messages.minimum(0.01)],
    ['lines[0].phaseRecordId', 999_999_999, 'Only hours of approved contracts of this project can be moved.'],
    ['note', 'x'.repeat(4001), messages.maxLength(4000)],
  ],
  as: (permissions) =>
    app.signInAs(
      permissions.length < 10
        ? [
            ...new Set([
              ...permissions,
              'ResourceOffers.Manage',
              'ResourceOffers.CreateForOthers',
              'Projects.View',
              'ProjectAccessList.Update',
            ] as const),
          ]
        : permissions,
    ),
  outsider: () => app.signInAs(internalPermissions.filter((name) => name !== 'ResourceOffers.Manage')),
})
