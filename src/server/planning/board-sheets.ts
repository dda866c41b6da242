import { formatDate, formatMonth } from '../../model/kit/dates.ts'
import type { SheetRow } from '../tools/sheet.ts'

/** Header of a month, or of the week that begins on the day. */
export const headOfColumn = (key: string) => (key.length === 7 ? formatMonth(key) : formatDate(key))

export const lookOfLine = ({ style, outline }: Pick<SheetRow, 'style' | 'outline'>) => ({ style, outline })
