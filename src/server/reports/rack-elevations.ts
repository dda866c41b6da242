import { coolingTons, heatBtuPerHour } from '../../model/calculators/btu.ts'
import { round } from '../../model/kit/money.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { FaceFigures } from '../../model/spaces/rack-figures.ts'
import { gatherRacks, type ReportRack } from './rack-gather.ts'
import { elevationSheet, rackNotes } from './rack-sheet.ts'
import type { ReportSheets } from './report-kit.ts'
import { type ReportColumn, type ReportTable, sheetOfTable } from './report-table.ts'

export { hasRacks } from './rack-gather.ts'

const volts = 120
const sumRacks = (racks: readonly ReportRack[], figureOf: (rack: ReportRack) => number) =>
  racks.reduce((sum, rack) => sum + figureOf(rack), 0)
const frontFace = ({ figures }: ReportRack): FaceFigures | undefined => figures.faces[0]
const usedUnits = (rack: ReportRack) => frontFace(rack)?.used ?? 0
const usedPercent = (racks: readonly ReportRack[]) => {
  const height = sumRacks(racks, ({ heightRU }) => heightRU)
  return height > 0 ? round((100 * sumRacks(racks, usedUnits)) / height, 1) : 0
}
/** Computed from the total watts of all racks, so that nothing is rounded twice. */
const ofWatts = (header: string, key: 'watts' | 'acWatts', convert: (watts: number) => number): ReportColumn<ReportRack> => ({
  header,
  width: 11,
  kind: 'number',
  value: ({ figures }) => convert(figures[key]),
  tally: (racks) => convert(sumRacks(racks, ({ figures }) => figures[key])),
})

const summary: ReportTable<ReportRack> = {
  name: 'Summary',
  columns: [
    { header: 'Rack', width: 20, value: ({ name }) => name, wrap: true },
    { header: 'Space', width: 30, value: ({ space }) => space, wrap: true },
    { header: 'Height RU', width: 9, kind: 'integer', value: ({ heightRU }) => heightRU, sum: true },
    { header: 'Used RU Front', width: 11, kind: 'integer', value: usedUnits, sum: true },
    { header: 'Free RU', width: 9, kind: 'integer', value: (rack) => frontFace(rack)?.free ?? 0, sum: true },
    { header: 'Used %', width: 9, kind: 'number', value: (rack) => usedPercent([rack]), tally: usedPercent },
    { header: 'Devices', width: 10, kind: 'integer', value: ({ figures }) => figures.devices, sum: true },
    { header: 'Weight (lb)', width: 11, kind: 'number', value: ({ figures }) => figures.weightLb, sum: true },
    { header: 'Watts', width: 11, kind: 'number', value: ({ figures }) => figures.watts, sum: true },
    ofWatts('Amps at 120 V', 'acWatts', (watts) => round(watts / volts, 2)),
    ofWatts('BTU/hr', 'watts', heatBtuPerHour),
    ofWatts('Tons', 'watts', coolingTons),
  ],
  total: 'Total',
}

/** Front and rear elevation of each rack as on screen, and a summary (domain 11.12, 23). */
export const sheetsOfRackElevations: ReportSheets = async (ctx, { scope }) => {
  const racks = await gatherRacks(ctx, scope)
  const waiting = sumRacks(racks, ({ unplaced }) => unplaced.length)
  const notes = [
    ...racks.flatMap((rack) => rackNotes(rack).map((text) => `${rack.name}: ${text}`)),
    ...(waiting > 0
      ? [`${formatCount(waiting, 'piece')} of equipment ${waiting === 1 ? 'belongs' : 'belong'} to a rack but without a position in it.`]
      : []),
  ]
  return [await sheetOfTable(summary, racks, { notes }), ...racks.map(elevationSheet)]
}
