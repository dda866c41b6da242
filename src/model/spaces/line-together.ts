import { object, objects } from '../kit/answered.ts'
import { call, shape } from '../kit/call.ts'
import type { Fields, ValuesOf } from '../kit/description.ts'
import { group, id, integer, list, optional, quantity, set } from '../kit/field.ts'
import { newLineFields, productShape } from './space-equipment.ts'

/** Lines of one space or template in one act. */
export const mostTogether = 200

const changedFields = {
  lineIds: set('Lines', id('Line'), { min: 1, max: mostTogether }),
  /** Stays as it is unless said. */
  quantity: optional(quantity()),
  /** Stays unless said; 0 is no area group. */
  areaGroupId: optional(integer('Area group', { min: 0 })),
}

/** What can be done to lines at once: some come, some change, some go. `F` is what is said of a new one. */
export const together = <F extends Fields>(added: F) => ({
  add: optional(list('Added lines', added, { max: mostTogether })),
  change: optional(group('Changed lines', changedFields)),
  takeOut: optional(set('Removed lines', id('Line'), { max: mostTogether })),
})

/** A line that came, or became more. */
const addedLine = { id: id('Line'), quantity: integer('Quantity'), equipment: object('Equipment', productShape) }
export type AddedLine = ValuesOf<typeof addedLine>

/** The change set takes all of it back. */
export const doneTogether = shape({ lines: objects('Added lines', addedLine), changeSetId: optional(id('Change set')) })

/** Lines of a space can also go on a circuit. */
const togetherInSpace = {
  ...together(newLineFields),
  change: optional(
    group('Changed lines', {
      ...changedFields,
      /** Stays unless said; 0 is no circuit. */
      circuitId: optional(integer('Circuit', { min: 0 })),
    }),
  ),
}

export const changeLines = call({
  method: 'POST',
  path: '/spaces/:id/Equipment/Together',
  permission: 'ProjectEquipment.Update',
  summary: 'Add, update and remove lines of a space in one undoable change',
  body: togetherInSpace,
  response: doneTogether,
})
