import type { equipments } from '../../model/catalog/equipment.ts'
import type { Section } from '../kit/form/controls.tsx'

export const equipmentSections: Section<typeof equipments.fields>[] = [
  [
    'Details',
    [
      'tag',
      'model',
      'manufactureId',
      'productFamilyId',
      'categoryId',
      'partNumber',
      'availability',
      'industryType',
      'url',
      'imageUrl',
      'description',
    ],
  ],
  ['Price and responsibility', ['msrpPrice', 'priceDate', 'defaultProvider', 'defaultInstaller']],
  ['Size and rack', ['widthIn', 'heightIn', 'depthIn', 'weightLb', 'diagonalIn', 'isRackMountable', 'rackUnits', 'rackAccessory']],
  ['Angles', ['dispersionDegrees', 'fieldOfViewDegrees']],
  ['Power and heat', ['heatLoadWatts', 'poeBudgetWatts', 'powerSpecs']],
  ['Network and wireless', ['networkPorts', 'wirelessProtocols']],
  ['Cable', ['cableSpec', 'stockLengthFt']],
  ['Revit and WireCAD', ['revitFamilyName', 'revitTypeName', 'revitFamilyFileId', 'wireCadLink']],
  ['Notes', ['notes', 'internalNotes']],
]
