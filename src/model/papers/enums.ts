import { enumeration, type ValueOf } from '../kit/enumeration.ts'

export const AlternateKind = enumeration('AlternateKind', {
  Add: [1, 'Add'],
  Replace: [2, 'Replace'],
  Omit: [3, 'Omit'],
})
export type AlternateKind = ValueOf<typeof AlternateKind>
