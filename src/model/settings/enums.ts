import { enumeration, type ValueOf } from '../kit/enumeration.ts'

export const EnvironmentBadge = enumeration('EnvironmentBadge', {
  TEST: ['TEST', 'TEST'],
  DEMO: ['DEMO', 'DEMO'],
  DEV: ['DEV', 'DEV'],
  LOCAL: ['LOCAL', 'LOCAL'],
  LIVE: ['LIVE', 'LIVE'],
})
export type EnvironmentBadge = ValueOf<typeof EnvironmentBadge>

export const SettingValueType = enumeration('SettingValueType', {
  Text: ['text', 'Text'],
  Number: ['number', 'Number'],
  Bool: ['bool', 'Yes or no'],
  Json: ['json', 'JSON'],
  Secret: ['secret', 'Secret'],
})
export type SettingValueType = ValueOf<typeof SettingValueType>

export const AssetCategory = enumeration('AssetCategory', {
  Logo: [1, 'Logo'],
  Symbol: [2, 'Symbol'],
  TitleBlock: [3, 'Title block'],
  DocumentTemplate: [4, 'Document template'],
  Other: [5, 'Other'],
})
export type AssetCategory = ValueOf<typeof AssetCategory>
