/** What other areas may use of spaces. */
export { quoteOf } from './master-quotes.ts'
export { openSpace } from './open-space.ts'
export { spaceEquipment } from './space-equipment.ts'
export { spaces } from './spaces.ts'
export { areaGroupsTable, buildingsTable, levelsTable, spaceEquipmentTable, spacesTable } from './spaces-tables.ts'
export { rankedClients } from './uses.ts'
