import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { IndustryType } from '../../model/companies/enums.ts'
import { choiceByKey, coded, listOf, maybe, number, orNull, readData, row, text } from './data-file.ts'

/**
 * One kind of device in a room. Provider and installer default to those of the device. Manufacturer and model must exist in the demo
 * catalog; a test checks this.
 */
const pick = row({
  manufacturer: text,
  model: text,
  quantity: maybe(number, 1),
  provider: orNull(coded(ProviderCode)),
  installer: orNull(coded(InstallerCode)),
})
export type DemoPick = ReturnType<typeof pick> & { isExisting: boolean }

const areaGroups = listOf(row({ name: text, equipment: listOf(pick) }))

const file = readData('rooms.json', {
  recipes: listOf(
    row({
      key: text,
      name: text,
      description: text,
      complexity: number,
      industryType: maybe(choiceByKey(IndustryType), IndustryType.AudioVideo),
      areaGroups,
    }),
  ),
  spaceTemplates: listOf(text),
  equipmentGroups: listOf(row({ name: text, description: text, items: listOf(pick) })),
})

const asNew = <T>(item: T) => ({ ...item, isExisting: false })

export const demoRecipes = file.recipes.map((recipe) => ({
  ...recipe,
  areaGroups: recipe.areaGroups.map(({ name, equipment }) => ({ name, equipment: equipment.map(asNew) })),
}))
export const demoSpaceTemplates = file.spaceTemplates
export const demoEquipmentGroups = file.equipmentGroups.map((group) => ({ ...group, items: group.items.map(asNew) }))
