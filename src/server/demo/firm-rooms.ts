import { listOf, readData, row, text } from '../starter/data-file.ts'
import { type Pick, readPick, readRecipes } from '../starter/rooms.ts'

export type DemoPick = Pick & { isExisting: boolean }

const file = readData(new URL('./rooms.json', import.meta.url), {
  spaceTemplates: listOf(text),
  equipmentGroups: listOf(row({ name: text, description: text, items: listOf(readPick) })),
})

const asNew = <T>(item: T) => ({ ...item, isExisting: false })

export const demoRecipes = readRecipes().map((recipe) => ({
  ...recipe,
  areaGroups: recipe.areaGroups.map(({ name, equipment }) => ({ name, equipment: equipment.map(asNew) })),
}))
export const demoSpaceTemplates = file.spaceTemplates
export const demoEquipmentGroups = file.equipmentGroups.map((group) => ({ ...group, items: group.items.map(asNew) }))
