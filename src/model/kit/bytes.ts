import { round } from './money.ts'

const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** File sizes in units of 1024: `1.5 MB`. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes) || bytes < 0) return 'N/A'
  let size = bytes
  let unit = 0
  // 1023.95 and above would display as 1024.0 of the smaller unit.
  while (size >= (unit === 0 ? 1024 : 1023.95) && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${round(size, unit === 0 ? 0 : 1)} ${units[unit]}`
}
