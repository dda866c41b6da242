/** What pages of other areas show of the catalogue. */
export { EquipmentHover } from './equipment-summary.tsx'
export { WorkbookButton } from './manufacturer-workbook.tsx'
