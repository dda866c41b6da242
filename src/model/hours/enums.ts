import { enumeration, type ValueOf } from '../kit/enumeration.ts'

export const HoursSource = enumeration('HoursSource', {
  Manual: [1, 'Typed in'],
  File: [2, 'File'],
  Tempo: [3, 'Tempo'],
})
export type HoursSource = ValueOf<typeof HoursSource>
