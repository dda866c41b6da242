/** What other areas and the start may call. */
export { countCatalogueHealth } from './catalogue-health.ts'
export { categories, categoriesTable } from './categories.ts'
export { equipments } from './equipment.ts'
export { equipmentGroups, linesOfGroup } from './equipment-groups.ts'
export { equipmentsTable } from './equipment-tables.ts'
export { equipmentUndo } from './equipment-undo.ts'
export { makeCatalogue } from './initial-data.ts'
