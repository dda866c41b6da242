import { sumHours } from '../../model/contracts/money.ts'
import { sumMoney } from '../../model/kit/money.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { BoardSummaryRow } from '../../model/planning/boards.ts'
import { LaborSummaryPseudoType } from '../../model/planning/enums.ts'
import type { Comparison } from '../../model/planning/scenarios.ts'
import { formatNumber } from '../kit/look/format.tsx'
import type { Line } from './board-lines.ts'
import { inThousands } from './board-units.ts'

const { Hours, Revenue, Cost } = LaborSummaryPseudoType
const compared = [
  { type: Hours, label: 'Hours', unit: 'h', isMoney: false },
  { type: Revenue, label: 'Revenue, USD k', unit: 'USD', isMoney: true },
  { type: Cost, label: 'Cost, USD k', unit: 'USD', isMoney: true },
] as const

type NumberRow = BoardSummaryRow & { values: Record<string, number>; total: number }
const isNumbers = (row: BoardSummaryRow | undefined): row is NumberRow => typeof row?.total === 'number'
const findSummaryRow = (rows: readonly BoardSummaryRow[], type: number) => {
  const row = rows.find(({ laborType }) => laborType === type)
  return isNumbers(row) ? row : undefined
}

const rounded = (value: number) => formatNumber(value, 0)
const formatSigned = (value: number, shown = rounded) => `${value > 0 ? '+' : ''}${shown(value)}`
/** Hours have two decimals like dollars. */
const difference = (now: number, then: number) => sumMoney([then, -now])

/** Scenario values with their difference from today. Rows the user may not see are omitted. */
export function comparisonLines({ columns, today, scenario, overloads }: Comparison): Line[] {
  const sums = compared.flatMap(({ type, label, unit, isMoney }): Line[] => {
    const [now, then] = [findSummaryRow(today, type), findSummaryRow(scenario, type)]
    if (!now || !then) return []
    const by = difference(now.total, then.total)
    const shown = isMoney ? inThousands : rounded
    return [
      {
        key: `scenario-${type}`,
        kind: 'sum',
        depth: 0,
        name: label,
        label,
        aside: by === 0 ? 'as today' : `${formatSigned(by)} ${unit} against today`,
        isStrong: type === Hours,
        cells: columns.map(({ key }) => {
          const [was, is] = [now.values[key] ?? 0, then.values[key] ?? 0]
          const change = difference(was, is)
          return { text: shown(is), excess: change === 0 ? undefined : formatSigned(change, shown), title: `Today ${formatNumber(was)}` }
        }),
      },
    ]
  })
  return [...sums, ...(overloads ? [overloadLine(columns, overloads)] : [])]
}

function overloadLine(columns: Comparison['columns'], { today, scenario }: NonNullable<Comparison['overloads']>): Line {
  const at = (all: typeof today, key: string) => all.find((item) => item.key === key) ?? { people: 0, hours: 0 }
  const totalOf = (all: typeof today) => sumHours(all.map(({ hours }) => hours))
  const by = difference(totalOf(today), totalOf(scenario))
  return {
    key: 'scenario-overloads',
    kind: 'sum',
    depth: 0,
    name: 'Overloads',
    label: 'Hours over',
    aside: by === 0 ? 'as today' : `${formatSigned(by)} h against today`,
    cells: columns.map(({ key }) => {
      const [was, is] = [at(today, key), at(scenario, key)]
      const change = difference(was.hours, is.hours)
      return {
        text: is.hours === 0 ? '–' : rounded(is.hours),
        isOver: is.hours > 0,
        excess: change === 0 ? undefined : formatSigned(change),
        title: `${formatCount(is.people, 'person', 'people')} over, today ${was.people}`,
      }
    }),
  }
}
