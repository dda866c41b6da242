import { ProviderCode } from '../../model/catalog/enums.ts'
import type { BodyOf } from '../../model/kit/call.ts'
import { deleteLine, updateLine } from '../../model/spaces/space-calls.ts'
import { listAreaGroups } from '../../model/spaces/space-groups.ts'
import {
  listTemplateAreaGroups,
  spaceTemplates,
  templateAreaGroups,
  templateEquipment,
  updateTemplateLine,
} from '../../model/templates/space-templates.ts'
import { pushTemplate, spacesOfTemplate } from '../../model/templates/template-calls.ts'
import type { Catalog } from './catalog.ts'
import { demoFirm } from './firm.ts'
import { createCall, type Invoke, removeCall, updateCall } from './invoke.ts'

export async function makeTemplates(call: Invoke, equipment: Catalog): Promise<Map<string, number>> {
  const templates = new Map<string, number>()
  for (const key of demoFirm.spaceTemplates) {
    const recipe = demoFirm.recipes.find((item) => item.key === key)!
    const template = await call(createCall(spaceTemplates), {
      body: {
        name: recipe.name,
        description: `<p>${recipe.description}</p>`,
        industryType: recipe.industryType,
        defaultComplexity: recipe.complexity,
      },
    })
    templates.set(key, template.id)
    for (const group of recipe.areaGroups) {
      const params = { id: template.id }
      const { id } = await call(createCall(templateAreaGroups), { params, body: { name: group.name } })
      for (const pick of group.equipment)
        await call(createCall(templateEquipment), {
          params,
          body: {
            equipmentId: equipment.idOf(pick.manufacturer, pick.model),
            areaGroupId: id,
            quantity: pick.quantity,
            provider: pick.provider,
            installer: pick.installer,
            isExisting: pick.isExisting,
          },
        })
    }
  }
  return templates
}

type Line = BodyOf<typeof updateTemplateLine>
const changedLine = (
  { quantity, provider, installer, unitPriceOverride, isExisting, label, notes }: Line,
  areaGroupId: number,
  more: Pick<Line, 'quantity' | 'provider'>,
) => ({
  quantity,
  provider,
  installer,
  unitPriceOverride,
  isExisting,
  label,
  notes,
  areaGroupId: areaGroupId || null,
  ...more,
})

export async function changeByHand(call: Invoke, spaceId: number, room: number) {
  if (room % 9 !== 4 && room % 9 !== 7) return
  const groups = await call(listAreaGroups, { params: { id: spaceId } })
  const [group] = groups.filter(({ equipment }) => equipment.length > 0)
  const line = group?.equipment.at(room % 9 === 4 ? 0 : -1)
  if (!line) return
  const params = { id: spaceId, lineId: line.id }
  if (room % 9 === 4) await call(updateLine, { params, body: changedLine(line, group!.id, { quantity: line.quantity + 1 }) })
  else await call(deleteLine, { params })
}

export async function changeTemplates(call: Invoke, templates: Map<string, number>) {
  for (const [at, key] of ['huddle room', 'conference room', 'lecture hall'].entries()) {
    const id = templates.get(key)
    if (id === undefined) continue
    const groups = await call(listTemplateAreaGroups, { params: { id } })
    const filled = groups.filter(({ equipment }) => equipment.length > 0)
    const [front, back] = [filled[0]!, filled.at(-1)!]
    const [first, last] = [front.equipment[0]!, back.equipment.at(-1)!]
    const ofFirst = { id, itemId: first.id }
    const ofLast = { id, itemId: last.id }
    await call(updateTemplateLine, { params: ofFirst, body: changedLine(first, front.id, { quantity: first.quantity + 1 }) })
    if (at === 0) await call(updateTemplateLine, { params: ofLast, body: changedLine(last, back.id, { provider: ProviderCode.FBO }) })
    if (at === 1 && last.id !== first.id) await call(removeCall(templateEquipment), { params: ofLast })
    if (at === 2) await call(updateCall(templateAreaGroups), { params: { id, itemId: front.id }, body: { name: `${front.name}, front` } })
    const { items } = await call(spacesOfTemplate, { params: { templateId: id } })
    const spaceIds = items.slice(0, 2).map((space) => space.id)
    if (spaceIds.length === 0) continue
    const { previewKey } = await call(pushTemplate, { params: { id }, body: { spaceIds, dryRun: true } })
    await call(pushTemplate, { params: { id }, body: { spaceIds, previewKey } })
  }
}
