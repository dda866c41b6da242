import type { Served } from '../kit/entity/served.ts'
import { imageRoute } from '../kit/files/files.ts'
import type { Route } from '../kit/request/routes.ts'
import { anyImportRoutes } from './any-import.ts'
import { categories, categoryRoutes } from './categories.ts'
import { connectorPhysicalTypes } from './connector-physical-types.ts'
import { equipments } from './equipment.ts'
import { bulkRoutes } from './equipment-bulk.ts'
import { cloneRoutes } from './equipment-clone.ts'
import { duplicateRoutes } from './equipment-duplicates.ts'
import { fileRoutes } from './equipment-files.ts'
import { equipmentGroupRoutes, equipmentGroups } from './equipment-groups.ts'
import { healthRoutes } from './equipment-health.ts'
import { listRoutes } from './equipment-lists.ts'
import { portRoutes } from './equipment-ports.ts'
import { replaceRoutes } from './equipment-replace.ts'
import { statsRoutes } from './equipment-stats.ts'
import { workbookRoutes } from './manufacturer-workbook.ts'
import { signalTypes } from './signal-types.ts'

export const entities: Served<any>[] = [connectorPhysicalTypes, categories, equipments, equipmentGroups, signalTypes]
export const routes: Route[] = [
  ...listRoutes,
  ...entities.flatMap((entity) => entity.routes),
  ...entities.filter(({ of }) => of.image).map(({ of }) => imageRoute(of)),
  ...bulkRoutes,
  ...categoryRoutes,
  ...cloneRoutes,
  ...duplicateRoutes,
  ...equipmentGroupRoutes,
  ...fileRoutes,
  ...healthRoutes,
  ...portRoutes,
  ...replaceRoutes,
  ...workbookRoutes,
  ...anyImportRoutes,
  ...statsRoutes,
]
