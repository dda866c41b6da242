/** What other areas and the start may call. */
export { countCatalogueHealth } from './catalogue-health.ts'
export { categories, categoriesTable } from './categories.ts'
export { equipments } from './equipment.ts'
export { equipmentGroups, linesOfGroup } from './equipment-groups.ts'
export type { EquipmentPlaces } from './equipment-places.ts'
export { equipmentsTable } from './equipment-tables.ts'
export { swapLines } from './line-swap.ts'
export { type HeldProduct, holdProducts } from './products.ts'
