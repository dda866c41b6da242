/** What other areas may use of spaces. */
export { areaGroupUndo, lineUndo, spaceUndo } from './line-undo.ts'
export { openSpace } from './open-space.ts'
export { projectPart } from './project-part.ts'
export { spaceEquipment } from './space-equipment.ts'
export { spacePlaces } from './space-places.ts'
export { spaces } from './spaces.ts'
export { areaGroupsTable, buildingsTable, levelsTable, spaceEquipmentTable, spacesTable } from './spaces-tables.ts'
export { rankedClients } from './uses.ts'
