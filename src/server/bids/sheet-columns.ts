import type { SheetColumn } from '../tools/sheet.ts'

export const sheetColumn = (header: string, width: number, more: Omit<SheetColumn, 'header' | 'width'> = {}): SheetColumn => ({
  header,
  width,
  ...more,
})
