import type { Row } from '../kit/request/context.ts'
import { demoFirm } from './firm.ts'

type Invoke = (method: string, path: string, body?: Row) => Promise<Row>
interface Equipment {
  idOf(manufacturer: string, model: string): number | undefined
}

/** The rooms a firm lays out again and again, by the name of their recipe. */
export async function makeTemplates(call: Invoke, equipment: Equipment): Promise<Map<string, number>> {
  const templates = new Map<string, number>()
  for (const key of demoFirm.spaceTemplates) {
    const recipe = demoFirm.recipes.find((one) => one.key === key)!
    const template = await call('POST', 'spaceTemplates', {
      name: recipe.name,
      description: `<p>${recipe.description}</p>`,
      industryType: recipe.industryType,
      defaultComplexity: recipe.complexity,
    })
    templates.set(key, template.id)
    for (const group of recipe.areaGroups) {
      const { id } = await call('POST', `spaceTemplates/${template.id}/AreaGroups`, { name: group.name })
      for (const pick of group.equipment)
        await call('POST', `spaceTemplates/${template.id}/Equipment`, {
          equipmentId: equipment.idOf(pick.manufacturer, pick.model),
          areaGroupId: id,
          quantity: pick.quantity,
          provider: pick.provider,
          installer: pick.installer,
          isExisting: pick.isExisting,
        })
    }
  }
  return templates
}

const changed = ({ quantity, provider, installer, unitPriceOverride, isExisting, label, notes }: Row, areaGroupId: number, more: Row) => ({
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

/** Here and there a client wanted it otherwise. */
export async function changeByHand(call: Invoke, spaceId: number, room: number) {
  if (room % 9 !== 4 && room % 9 !== 7) return
  const groups = (await call('GET', `spaces/${spaceId}/AreaGroups`)) as Row[]
  const [group] = groups.filter(({ equipment }) => equipment.length > 0)
  const line = group?.equipment.at(room % 9 === 4 ? 0 : -1)
  if (!line) return
  if (room % 9 === 4) await call('PUT', `spaces/${spaceId}/Equipment/${line.id}`, changed(line, group!.id, { quantity: line.quantity + 1 }))
  else await call('DELETE', `spaces/${spaceId}/Equipment/${line.id}`)
}

/** The firm has learned since: three templates changed, and some spaces have taken that over. */
export async function changeTemplates(call: Invoke, templates: Map<string, number>) {
  for (const [at, key] of ['huddle room', 'conference room', 'lecture hall'].entries()) {
    const id = templates.get(key)
    if (id === undefined) continue
    const groups = (await call('GET', `spaceTemplates/${id}/AreaGroups`)) as Row[]
    const filled = groups.filter(({ equipment }) => equipment.length > 0)
    const [first] = filled[0]!.equipment
    const last = filled.at(-1)!.equipment.at(-1)
    await call('PUT', `spaceTemplates/${id}/Equipment/${first.id}`, changed(first, filled[0]!.id, { quantity: first.quantity + 1 }))
    if (at === 0) await call('PUT', `spaceTemplates/${id}/Equipment/${last.id}`, changed(last, filled.at(-1)!.id, { provider: 'FBO' }))
    if (at === 1 && last.id !== first.id) await call('DELETE', `spaceTemplates/${id}/Equipment/${last.id}`)
    if (at === 2) await call('PUT', `spaceTemplates/${id}/AreaGroups/${filled[0]!.id}`, { name: `${filled[0]!.name}, front` })
    const { items } = await call('GET', `spaces/Template/${id}`)
    const spaceIds = items.slice(0, 2).map((space: Row) => space.id)
    if (spaceIds.length === 0) continue
    const { previewKey } = await call('POST', `spaceTemplates/${id}/Push`, { spaceIds, dryRun: true })
    await call('POST', `spaceTemplates/${id}/Push`, { spaceIds, previewKey })
  }
}
