import type { AnyRow } from '../../src/server/kit/request/context.ts'
import { uniqueName } from './fresh.ts'
import { createRow } from './given.ts'
import type { TestApp } from './start.ts'

/** Creates a template with lines by area group; the empty name holds lines without a group. */
export async function createSpaceTemplate(house: TestApp, groups: Record<string, AnyRow[]> = {}, more: AnyRow = {}): Promise<AnyRow> {
  const template = await createRow(house, '/api/spaceTemplates', { name: uniqueName('Template'), ...more })
  for (const [name, lines] of Object.entries(groups)) {
    const group = name ? await createRow(house, `/api/spaceTemplates/${template.id}/AreaGroups`, { name }) : null
    for (const { product, ...line } of lines)
      await createRow(house, `/api/spaceTemplates/${template.id}/Equipment`, {
        equipmentId: product.id,
        quantity: 1,
        areaGroupId: group?.id,
        ...line,
      })
  }
  return (await house.admin('GET', `/api/spaceTemplates/${template.id}`)).body
}

export const linesOf = (place: AnyRow) =>
  Object.fromEntries(
    place.areaGroups.flatMap((group: AnyRow) =>
      group.equipment.map((line: AnyRow) => [
        `${group.name}/${line.equipment.model}`,
        `${line.quantity} ${line.provider} ${line.installer}${line.unitPriceOverride === null ? '' : ` ${line.unitPriceOverride}`}`,
      ]),
    ),
  )
