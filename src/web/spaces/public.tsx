export { AddEquipment, useAddKey } from './add-equipment.tsx'
export type { LineCalls, LineContainer as LinePlace } from './line-calls.ts'
export { SpaceTab } from './space-head.tsx'
export { SpaceLines } from './space-lines.tsx'
