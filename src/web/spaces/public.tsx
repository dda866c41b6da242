/** What pages about templates share with those about spaces. */
export { AddEquipment, useAddKey } from './add-equipment.tsx'
export type { LineCalls, LinePlace } from './line-calls.ts'
export { SpaceLines } from './space-lines.tsx'
