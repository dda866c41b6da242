import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import { cloneEquipment } from '../../model/catalog/equipment-calls.ts'
import type { Context } from '../kit/request/context.ts'
import { defineRoute, type HandlerRequest, type Route } from '../kit/request/routes.ts'
import { equipments, toWriteValues } from './equipment.ts'
import { readPorts } from './equipment-parts.ts'

/** Copies equipment under another model and marks it for review. The WireCAD link is not copied, because it identifies the original. */
async function cloneEquipmentRow(ctx: Context, id: number, input: HandlerRequest<typeof cloneEquipment>['body']) {
  const source = await equipments.get(ctx, id)
  const values = toWriteValues(source)
  const manufactureId = input.manufactureId ?? source.manufacture.id
  return equipments.create(
    ctx,
    {
      ...values,
      model: input.model,
      tag: input.tag ?? source.tag,
      manufactureId,
      productFamilyId: manufactureId === source.manufacture.id ? values.productFamilyId : null,
      availability: EquipmentAvailability.RequireReview,
      wireCadLink: null,
      ports: (await readPorts(ctx, id)).map((port) => ({ ...port, id: null })),
      technicalDocuments: input.includeDocuments ? source.technicalDocuments.map((document) => ({ ...document, id: null })) : [],
    },
    { title: `Created as a copy of ${source.model}` },
  )
}

export const cloneRoutes: Route[] = [defineRoute(cloneEquipment, (ctx, { params, body }) => cloneEquipmentRow(ctx, params.id, body))]
