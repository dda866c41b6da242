import { enumeration, type ValueOf } from '../kit/enumeration.ts'

export const WireCadSource = enumeration('WireCadSource', {
  Upload: [1, 'Upload'],
  Pull: [2, 'Pull'],
})
export type WireCadSource = ValueOf<typeof WireCadSource>
