import type { Area } from '../area.ts'
import { anyImportRoutes } from './any-import.ts'
import { categories, categoryRoutes, numberedCategories } from './categories.ts'
import { connectorPhysicalTypes } from './connector-physical-types.ts'
import { equipments } from './equipment.ts'
import { bulkRoutes } from './equipment-bulk.ts'
import { cloneRoutes } from './equipment-clone.ts'
import { duplicateRoutes } from './equipment-duplicates.ts'
import { fileRoutes } from './equipment-files.ts'
import { findingRoutes } from './equipment-finding.ts'
import { equipmentGroupPlaces, equipmentGroupUndo } from './equipment-group-places.ts'
import { equipmentGroupRoutes, equipmentGroups } from './equipment-groups.ts'
import { healthRoutes } from './equipment-health.ts'
import { illustrationRoutes } from './equipment-illustration.ts'
import { listRoutes, servedEquipments } from './equipment-lists.ts'
import { portRoutes } from './equipment-ports.ts'
import { replaceRoutes } from './equipment-replace.ts'
import { statsRoutes } from './equipment-stats.ts'
import { equipmentUndo } from './equipment-undo.ts'
import { externalEquipmentRoutes, externalEquipments } from './external-equipment.ts'
import { loadPictures } from './import-pictures.ts'
import { sampleRoutes } from './import-sample.ts'
import { createInitialCatalog } from './initial-data.ts'
import { workbookRoutes } from './manufacturer-workbook.ts'
import { cadPorts, cadProducts, connectablePorts, connectableProducts, products, rackProducts, wireSignals } from './products.ts'
import { signalTypes } from './signal-types.ts'

export const area: Area = {
  entities: [connectorPhysicalTypes, categories, servedEquipments, equipmentGroups, signalTypes, externalEquipments],
  routes: [
    ...listRoutes,
    ...bulkRoutes,
    ...categoryRoutes,
    ...cloneRoutes,
    ...duplicateRoutes,
    ...equipmentGroupRoutes,
    ...fileRoutes,
    ...findingRoutes,
    ...healthRoutes,
    ...illustrationRoutes,
    ...portRoutes,
    ...replaceRoutes,
    ...workbookRoutes,
    ...anyImportRoutes,
    ...sampleRoutes,
    ...statsRoutes,
    ...externalEquipmentRoutes,
  ],
  views: {
    products,
    rack_products: rackProducts,
    connectable_ports: connectablePorts,
    connectable_products: connectableProducts,
    wire_signals: wireSignals,
    cad_products: cadProducts,
    cad_ports: cadPorts,
    numbered_categories: numberedCategories,
  },
  jobs: [loadPictures],
  initial: createInitialCatalog,
  undo: [equipmentUndo, equipmentGroupUndo],
  places: [equipmentGroupPlaces],
  search: {
    equipments: {
      resource: equipments,
      keys: ['tag', 'model', 'availability', 'category', 'manufacture', 'productFamily'],
      known: ['tag', 'model', 'partNumber'] satisfies (keyof typeof equipments.resource.fields)[],
      isTolerant: true,
    },
  },
}
