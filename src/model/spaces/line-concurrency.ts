import { call, shape } from '../kit/call.ts'
import type { Fields, ValuesOf } from '../kit/description.ts'
import { group, id, integer, list, optional, quantity, set } from '../kit/field.ts'
import { object, objects } from '../kit/response-fields.ts'
import { newLineFields, productShape } from './space-equipment.ts'

export const mostTogether = 200

const changedFields = {
  lineIds: set('Lines', id('Line'), { min: 1, max: mostTogether }),
  quantity: optional(quantity()),
  /** Unchanged if omitted; 0 removes the area group. */
  areaGroupId: optional(integer('Area group', { min: 0 })),
}

/** Adds, changes, and removes lines in one request. `F` are the fields of a new line. */
export const lineChangesBody = <F extends Fields>(added: F) => ({
  add: optional(list('Added lines', added, { max: mostTogether })),
  change: optional(group('Changed lines', changedFields)),
  takeOut: optional(set('Removed lines', id('Line'), { max: mostTogether })),
})

const addedLine = { id: id('Line'), quantity: integer('Quantity'), equipment: object('Equipment', productShape) }
export type AddedLine = ValuesOf<typeof addedLine>

/** Undoing the change set reverts all changes. */
export const doneTogether = shape({ lines: objects('Added lines', addedLine), changeSetId: optional(id('Change set')) })

const togetherInSpace = {
  ...lineChangesBody(newLineFields),
  change: optional(
    group('Changed lines', {
      ...changedFields,
      /** Unchanged if omitted; 0 removes the circuit. */
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
