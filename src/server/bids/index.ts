import type { Area } from '../area.ts'
import { addendumRoutes } from './addenda.ts'
import { bidPackages } from './bid-packages.ts'
import { bidStepRoutes } from './bid-steps.ts'
import { workbookMakers, workbookRoutes } from './bid-workbook.ts'
import { closeBids, closeOverdue } from './closing.ts'
import { comparisonRoutes } from './comparison.ts'
import { comparisonFileRoutes, comparisonMakers } from './comparison-book.ts'
import { externalBidRoutes, opensBidFile } from './external-bids.ts'
import { bindPerson, invitationRoutes } from './invitations.ts'

export const area: Area = {
  entities: [bidPackages],
  routes: [
    ...bidStepRoutes,
    ...invitationRoutes,
    ...addendumRoutes,
    ...comparisonRoutes,
    ...externalBidRoutes,
    ...comparisonFileRoutes,
    ...workbookRoutes,
  ],
  jobs: [closeBids],
  cleaning: closeOverdue,
  exports: { ...comparisonMakers, ...workbookMakers },
  opensFile: opensBidFile,
  personPart: {
    cameIn: async (ctx, { email, userId }) => {
      await bindPerson(ctx, email, userId)
    },
  },
}
