import { RackAccessory } from './enums.ts'
import { audioVisualKinds } from './illustration-av-kinds.ts'
import { buildingKinds } from './illustration-building-kinds.ts'
import { any, type Kind, rackForms } from './illustration-kinds.ts'
import type { RackForm } from './illustration-rack.ts'
import type { Form, IllustratedProduct } from './illustration-shapes.ts'
import * as small from './illustration-small.ts'
import { smallBox } from './illustration-video.ts'

const accessories: Record<RackAccessory, RackForm> = {
  [RackAccessory.Shelf]: rackForms.shelf,
  [RackAccessory.Vent]: rackForms.vent,
  [RackAccessory.Blank]: rackForms.blank,
  [RackAccessory.Drawer]: rackForms.drawer,
  [RackAccessory.CableManager]: rackForms.manager,
}

const kinds = [...audioVisualKinds, ...buildingKinds]
/** Products of categories that no kind claims, such as miscellaneous. */
const others: Pick<Kind, 'loose' | 'inRack'> = {
  loose: [
    [/printer/, small.printer],
    [/screw/, small.screws],
    [/unit|sensor|monitor/, smallBox],
    [any, small.parcel],
  ],
  inRack: [[any, rackForms.sparse]],
}

export const illustrationText = ({ description, model }: IllustratedProduct) => `${description ?? ''} ${model ?? ''}`.toLowerCase()

/** Form of a product; a device with rack units is drawn as one. */
export function illustrationForm(product: IllustratedProduct, text: string): Form | RackForm {
  if (product.rackAccessory) return accessories[product.rackAccessory]
  const icon = String(product.category?.icon ?? '')
  const name = String(product.category?.name ?? '').toLowerCase()
  const kind = kinds.find(({ icons }) => icons.includes(icon)) ?? kinds.find(({ names }) => names.test(name)) ?? others
  const choices = product.rackUnits ? kind.inRack : kind.loose
  return choices.find(([pattern]) => pattern.test(text))?.[1] ?? small.parcel
}
