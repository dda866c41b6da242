import type { Area } from '../area.ts'
import { documentRoutes } from './document-actions.ts'
import { documentUndo } from './document-undo.ts'
import { servedDocuments } from './drawing-documents.ts'
import { livingDocuments, projectPart } from './project-part.ts'

export const area: Area = {
  entities: [servedDocuments],
  routes: documentRoutes,
  views: { living_documents: livingDocuments },
  projectPart,
  undo: [documentUndo],
}
