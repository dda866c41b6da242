import { enumeration, type ValueOf } from '../kit/enumeration.ts'

/** Which installation this is, shown beside the menu. */
export const EnvironmentBadge = enumeration('EnvironmentBadge', {
  TEST: ['TEST', 'TEST'],
  DEMO: ['DEMO', 'DEMO'],
  DEV: ['DEV', 'DEV'],
  LOCAL: ['LOCAL', 'LOCAL'],
  LIVE: ['LIVE', 'LIVE'],
})
export type EnvironmentBadge = ValueOf<typeof EnvironmentBadge>
