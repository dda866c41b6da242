export { areaGroups } from './area-groups.ts'
export { buildings } from './buildings.ts'
export { limitsOfCables, readStockedCables, readWiring, type Wiring, type WrittenConnection } from './connection-reading.ts'
export { heldUnits } from './held-units.ts'
export { firstLevel, levels } from './levels.ts'
export { addedLines as addedOf, describeCount } from './line-concurrency.ts'
export { inOpenProjects } from './line-undo.ts'
export {
  becomeVersion,
  createAreaGroups as makeGroups,
  makeLines,
  renameGroups,
  rewriteLines,
  takeLinesOut,
  takeVersion,
} from './many-spaces.ts'
export { loadMasterQuote as quoteOf } from './master-quotes.ts'
export { openSpace } from './open-space.ts'
export { unitsTable } from './rack-tables.ts'
export { racks } from './racks.ts'
export { loadSpecs as specsOf } from './space-contents.ts'
export { spaceEquipment } from './space-equipment.ts'
export { addContents } from './space-filling.ts'
export { addLines, holdEquipment, removeLines, spacesOfAreaGroups } from './space-lines.ts'
export { asWalked } from './space-views.ts'
export { spaces } from './spaces.ts'
export { areaGroupsTable, buildingsTable, levelsTable, spaceEquipmentTable, spacesTable } from './spaces-tables.ts'
export { loadDevices as devicesOf, units } from './units.ts'
export { rankedClients } from './uses.ts'
