import { createHash } from 'node:crypto'
import { equipmentIllustration } from '../../model/catalog/equipment-calls.ts'
import { drawIllustration } from '../../model/catalog/illustration.ts'
import { CustomResponse } from '../kit/request/custom-response.ts'
import { defineRoute, type Route } from '../kit/request/routes.ts'
import { equipments } from './equipment.ts'
import { externalEquipments } from './external-equipment.ts'

export const illustrationRoutes: Route[] = [
  defineRoute(equipmentIllustration, async (ctx, { params }) => {
    const served = ctx.actor.held.has('Equipments.View') ? equipments : externalEquipments
    const svg = drawIllustration(await served.get(ctx, params.id))
    // Weak, because the response may be compressed.
    const etag = `W/"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"`
    return new CustomResponse((reply) => {
      // Every use asks again: the reader may have lost the permission, and the product may have changed.
      reply.header('cache-control', 'private, no-cache').header('etag', etag)
      if (reply.request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      reply.header('content-security-policy', "default-src 'none'; sandbox").type('image/svg+xml; charset=utf-8')
      return reply.send(svg)
    })
  }),
]
