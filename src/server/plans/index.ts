import type { Area } from '../area.ts'
import { copyRoutes } from './copy-layout.ts'
import { deviceCsvRoutes, makePlanDevices } from './devices-csv.ts'
import { makeDrawingSet, setRoutes } from './drawing-sets.ts'
import { outlineRoutes } from './outlines.ts'
import { overlayRoutes } from './overlays.ts'
import { placementRoutes, placementUndo, servedPlacements } from './plan-placements.ts'
import { livingPlans, planDevices, planOutlines } from './plan-views.ts'
import { opensPlanFile, planRoutes, plans } from './plans.ts'
import { makeDrawingSheet, sheetRoutes } from './sheets.ts'

export const area: Area = {
  entities: [plans, servedPlacements],
  // The path of the export is also that of a plan with the id "Devices", so it comes first.
  routes: [
    ...deviceCsvRoutes,
    ...planRoutes,
    ...outlineRoutes,
    ...placementRoutes,
    ...copyRoutes,
    ...overlayRoutes,
    ...sheetRoutes,
    ...setRoutes,
  ],
  views: { living_plans: livingPlans, plan_devices: planDevices, drawn_outlines: planOutlines },
  undo: [placementUndo],
  opensFile: opensPlanFile,
  exports: { planDevices: makePlanDevices, drawingSheet: makeDrawingSheet, drawingSet: makeDrawingSet },
}
