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

/** The thirteen categories of ANSI/INFOCOMM 10. */
export const VerificationCategory = enumeration('VerificationCategory', {
  AudioPerformance: [1, 'Audio performance', { code: 'AP' }],
  VideoPerformance: [2, 'Video performance', { code: 'VP' }],
  AudioVideoPerformance: [3, 'Audio/video performance', { code: 'AVP' }],
  Cabling: [4, 'Cable management, termination, and labeling', { code: 'CABL' }],
  Control: [5, 'Control performance', { code: 'CON' }],
  Electrical: [6, 'Electrical', { code: 'ELEC' }],
  InformationTechnology: [7, 'Information technology', { code: 'IT' }],
  Operational: [8, 'Operational', { code: 'OP' }],
  PhysicalEnvironment: [9, 'Physical environment', { code: 'PHYSE' }],
  PhysicalInstallation: [10, 'Physical installation', { code: 'PHYSI' }],
  Serviceability: [11, 'Serviceability', { code: 'SERV' }],
  Wireless: [12, 'Wireless', { code: 'WL' }],
  Documentation: [13, 'Documentation', { code: 'DOC' }],
})
export type VerificationCategory = ValueOf<typeof VerificationCategory>
