import type { Row } from '../../src/server/kit/request/context.ts'
import { fresh } from './fresh.ts'
import { given } from './given.ts'
import type { House } from './start.ts'

/** A template whose groups hold these lines; the lines of the empty name stand in no group. */
export async function givenTemplate(house: House, groups: Record<string, Row[]> = {}, more: Row = {}): Promise<Row> {
  const template = await given(house, '/api/spaceTemplates', { name: fresh('Template'), ...more })
  for (const [name, lines] of Object.entries(groups)) {
    const group = name ? await given(house, `/api/spaceTemplates/${template.id}/AreaGroups`, { name }) : null
    for (const { product, ...line } of lines)
      await given(house, `/api/spaceTemplates/${template.id}/Equipment`, {
        equipmentId: product.id,
        quantity: 1,
        areaGroupId: group?.id,
        ...line,
      })
  }
  return (await house.admin('GET', `/api/spaceTemplates/${template.id}`)).body
}

/** The lines of a template or space by the model they are of: group, quantity, who supplies and who installs. */
export const linesOf = (place: Row) =>
  Object.fromEntries(
    place.areaGroups.flatMap((group: Row) =>
      group.equipment.map((line: Row) => [
        `${group.name}/${line.equipment.model}`,
        `${line.quantity} ${line.provider} ${line.installer}${line.unitPriceOverride === null ? '' : ` ${line.unitPriceOverride}`}`,
      ]),
    ),
  )
