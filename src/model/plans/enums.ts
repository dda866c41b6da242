import { enumeration, type ValueOf } from '../kit/enumeration.ts'

export const PlanKind = enumeration('PlanKind', {
  FloorPlan: [1, 'Floor plan'],
  ReflectedCeiling: [2, 'Reflected ceiling plan'],
})
export type PlanKind = ValueOf<typeof PlanKind>

export const PlanOverlay = enumeration('PlanOverlay', {
  Viewing: ['viewing', 'Viewing distance'],
  Coverage: ['coverage', 'Loudspeaker coverage'],
  Camera: ['camera', 'Camera field of view'],
  Wireless: ['wireless', 'Wireless range'],
})
export type PlanOverlay = ValueOf<typeof PlanOverlay>

export const PlanSymbol = enumeration('PlanSymbol', {
  Display: ['display', 'Display'],
  Projector: ['projector', 'Projector'],
  Screen: ['screen', 'Projection screen'],
  Loudspeaker: ['loudspeaker', 'Loudspeaker'],
  Microphone: ['microphone', 'Microphone'],
  Camera: ['camera', 'Camera'],
  TouchPanel: ['touchPanel', 'Touch panel'],
  Rack: ['rack', 'Equipment rack'],
  FloorBox: ['floorBox', 'Floor box'],
  WallPlate: ['wallPlate', 'Wall plate'],
  Wireless: ['wireless', 'Wireless device'],
  Network: ['network', 'Network device'],
  Other: ['other', 'Other device'],
})
export type PlanSymbol = ValueOf<typeof PlanSymbol>
