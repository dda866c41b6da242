import * as face from './illustration-faces.ts'
import { outlets, sockets } from './illustration-ports.ts'
import { type RackForm, rackForm } from './illustration-rack.ts'
import type { Form } from './illustration-shapes.ts'

/** Matched in order against the product's description and model; the last one takes what is left. */
type Choices = readonly (readonly [pattern: RegExp, form: Form | RackForm])[]

export const rackForms = {
  sparse: rackForm(face.sparse),
  ports: rackForm(sockets),
  processor: rackForm(face.processor),
  amplifier: rackForm(face.amplifier),
  player: rackForm(face.player),
  matrix: rackForm(face.matrix),
  drives: rackForm(face.drives),
  cards: rackForm(face.cards),
  ups: rackForm(face.ups),
  outlets: rackForm(outlets),
  receiver: rackForm(face.receiver),
  chargers: rackForm(face.chargers),
  touch: rackForm(face.touchFace),
  blank: rackForm(face.blank),
  vent: rackForm(face.vent),
  shelf: rackForm(face.shelf),
  drawer: rackForm(face.drawer),
  manager: rackForm(face.cableManager),
}
/** Takes every product that no pattern before it matches. */
export const any = /(?:)/
/** Kind of product, found by the icon of its category or a word of its name, with its forms loose and in a rack. */
export interface Kind {
  readonly icons: readonly string[]
  readonly names: RegExp
  readonly loose: Choices
  readonly inRack: Choices
}
