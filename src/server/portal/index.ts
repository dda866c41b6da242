import type { Area } from '../area.ts'
import { approvalRoutes } from './approvals.ts'
import { commentRoutes } from './comments.ts'
import { cableRoutes } from './external-cables.ts'
import { guestRoutes } from './external-contents.ts'
import { guestCables, guestDocuments, guestLines, guestSpaces } from './external-views.ts'
import { isShownFile } from './shown-files.ts'

export const area: Area = {
  entities: [],
  routes: [...guestRoutes, ...cableRoutes, ...commentRoutes, ...approvalRoutes],
  opensFile: isShownFile,
  views: { guest_spaces: guestSpaces, guest_lines: guestLines, guest_documents: guestDocuments, guest_cables: guestCables },
}
