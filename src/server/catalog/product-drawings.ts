import { RackAccessory } from '../../model/catalog/enums.ts'
import { networkPorts } from '../../model/catalog/equipment-parts.ts'
import { drawIllustration } from '../../model/catalog/illustration.ts'
import type { Context } from '../kit/request/context.ts'
import { is, orNull } from '../kit/sql/row-types.ts'

const illustratedShape = {
  id: is.number,
  manufacturer: is.text,
  model: is.text,
  photoId: orNull(is.uuid),
  categoryName: is.text,
  icon: orNull(is.text),
  description: orNull(is.text),
  widthIn: orNull(is.number),
  heightIn: orNull(is.number),
  depthIn: orNull(is.number),
  rackUnits: orNull(is.number),
  rackAccessory: orNull(is.choice(RackAccessory)),
  diagonalIn: orNull(is.number),
  networkPorts: is.jsonOfField(networkPorts),
}

interface ProductDrawing {
  id: number
  name: string
  /** Stored photo. An image at another address is not loaded. */
  photoId: string | null
  draw(): string
}

/** Returns for each product its photo, and a function that draws it (decision 100). */
export async function loadProductDrawings(ctx: Context, ids: readonly number[]): Promise<ProductDrawing[]> {
  const rows = await ctx.rows(
    illustratedShape,
    `select e.id, p.manufacturer, e.model, substring(e.image_url from '^/api/files/([0-9a-f-]{36})/')::uuid as photo_id,
       c.name as category_name, c.icon, e.description, e.width_in, e.height_in, e.depth_in, e.rack_units, e.rack_accessory, e.diagonal_in,
       e.network_ports
     from equipments e join categories c on c.id = e.category_id join products p on p.id = e.id where e.id = any($1)`,
    [ids],
  )
  return rows.map(({ id, manufacturer, photoId, categoryName, icon, ...product }) => ({
    id,
    name: `${manufacturer} ${product.model}`,
    photoId,
    draw: () => drawIllustration({ ...product, category: { name: categoryName, icon } }),
  }))
}
