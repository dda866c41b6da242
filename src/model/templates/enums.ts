import { enumeration, type ValueOf } from '../kit/enumeration.ts'

export const DocumentLayout = enumeration('DocumentLayout', {
  BIMTeamDecided: [1, 'BIM Team Decided'],
  OneViewPerPage: [2, '1 View Per Page', { viewsPerPage: 1 }],
  FourViewsPerPage: [3, '4 Views Per Page', { viewsPerPage: 4 }],
  SixViewsPerPage: [4, '6 Views Per Page', { viewsPerPage: 6 }],
})
export type DocumentLayout = ValueOf<typeof DocumentLayout>

/** Segments of a naming template; Text has a custom text. */
export const NamingSegmentType = enumeration('NamingSegmentType', {
  SpaceName: ['SpaceName', 'SpaceName'],
  SpaceNumber: ['SpaceNumber', 'SpaceNumber'],
  LevelName: ['LevelName', 'LevelName'],
  LevelShortName: ['LevelShortName', 'LevelShortName'],
  BuildingName: ['BuildingName', 'BuildingName'],
  BuildingShortName: ['BuildingShortName', 'BuildingShortName'],
  DocumentType: ['DocumentType', 'DocumentType'],
  Sequence: ['Sequence', 'Sequence'],
  ClientName: ['ClientName', 'ClientName'],
  ClientAbbreviatedName: ['ClientAbbreviatedName', 'ClientAbbreviatedName'],
  EquipmentCategoryName: ['EquipmentCategoryName', 'EquipmentCategoryName'],
  EquipmentCategoryNumber: ['EquipmentCategoryNumber', 'EquipmentCategoryNumber'],
  Text: ['Text', 'Text'],
})
export type NamingSegmentType = ValueOf<typeof NamingSegmentType>
