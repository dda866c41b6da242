import { InstallerCode, ProviderCode } from '../../model/catalog/enums.ts'
import { IndustryType } from '../../model/companies/enums.ts'
import { choiceByKey, coded, listOf, maybe, number, orNull, readData, row, text } from './data-file.ts'

/**
 * One product in a room. Provider and installer default to those of the product. Manufacturer and model must exist in `catalog.json`; a
 * test checks this.
 */
export const readPick = row({
  manufacturer: text,
  model: text,
  quantity: maybe(number, 1),
  provider: orNull(coded(ProviderCode)),
  installer: orNull(coded(InstallerCode)),
})
export type Pick = ReturnType<typeof readPick>

/** Kinds of rooms with their usual equipment by area group. */
export const readRecipes = () =>
  readData(new URL('./rooms.json', import.meta.url), {
    recipes: listOf(
      row({
        key: text,
        name: text,
        /** Name of the template in the starter catalog, if it has one. */
        template: orNull(text),
        description: text,
        complexity: number,
        industryType: maybe(choiceByKey(IndustryType), IndustryType.AudioVideo),
        areaGroups: listOf(row({ name: text, equipment: listOf(readPick) })),
      }),
    ),
  }).recipes
export type Recipe = ReturnType<typeof readRecipes>[number]
