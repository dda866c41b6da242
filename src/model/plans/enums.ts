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

/** Paper of issued drawings, with its size in inches. */
export const DrawingPaper = enumeration('DrawingPaper', {
  ArchD: ['arch-d', 'ARCH D', { width: 36, height: 24 }],
  ArchE: ['arch-e', 'ARCH E', { width: 48, height: 36 }],
  AnsiB: ['ansi-b', 'ANSI B', { width: 17, height: 11 }],
  AnsiD: ['ansi-d', 'ANSI D', { width: 34, height: 22 }],
  A1: ['a1', 'A1', { width: 33.11, height: 23.39 }],
  A3: ['a3', 'A3', { width: 16.54, height: 11.69 }],
})
export type DrawingPaper = ValueOf<typeof DrawingPaper>

export const SheetFormat = enumeration('SheetFormat', {
  Pdf: ['pdf', 'PDF'],
  Svg: ['svg', 'SVG'],
  Dxf: ['dxf', 'DXF'],
})
export type SheetFormat = ValueOf<typeof SheetFormat>
