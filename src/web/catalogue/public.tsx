/** What pages of other areas show of the catalogue. */

export { readCells } from './clipboard-cells.ts'
export { ReplaceEquipment } from './equipment-replace.tsx'
export { EquipmentHover } from './equipment-summary.tsx'
export { type Drawn, EquipmentSymbol, EquipmentTile } from './equipment-symbol.tsx'
export { FileDrop, saveBlob } from './import-parts.tsx'
export { WorkbookButton } from './manufacturer-workbook.tsx'
export { type WireLook, WireMark, wireColor } from './wire.tsx'
