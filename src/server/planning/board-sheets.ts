import { formatDate, formatMonth } from '../../model/kit/dates.ts'
import type { SheetRow } from '../tools/sheet.ts'

/** What workbooks of boards, workload and plans have in common. */

/** The head of a month or of a week that begins on the day. */
export const headOfColumn = (key: string) => (key.length === 7 ? formatMonth(key) : formatDate(key))

export const lookOfLine = ({ style, outline }: Pick<SheetRow, 'style' | 'outline'>) => ({ style, outline })
