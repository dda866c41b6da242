import type { Area } from '../area.ts'
import { closeoutRoutes } from './closeout.ts'
import { externalSiteRoutes } from './external-site.ts'
import { observationRoutes, observations } from './observations.ts'
import { rfiRoutes, rfis } from './rfis.ts'
import { bundleRoutes } from './site-bundle.ts'
import { siteSubjects, tellOverdue } from './site-news.ts'
import { makeSitePaper, paperRoutes } from './site-papers.ts'
import { opensSiteFile } from './site-scope.ts'
import { siteVisits } from './site-visits.ts'
import { servedSubmittals, submittalRoutes } from './submittals.ts'
import { enterStatus, verificationRoutes } from './verification.ts'

export const area: Area = {
  entities: [servedSubmittals, rfis, siteVisits, observations],
  routes: [
    ...submittalRoutes,
    ...rfiRoutes,
    ...observationRoutes,
    ...verificationRoutes,
    ...closeoutRoutes,
    ...bundleRoutes,
    ...paperRoutes,
    ...externalSiteRoutes,
  ],
  projectPart: { statusChanged: enterStatus },
  inbox: siteSubjects,
  opensFile: opensSiteFile,
  exports: { sitePaper: makeSitePaper },
  cleaning: tellOverdue,
}
