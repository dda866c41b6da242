import { useState } from 'react'
import { numberProblem, readNumber } from '../../model/calculators/numbers.ts'
import { editProjectCost, type ProjectCost, projectCostStart, projectCostTotals } from '../../model/calculators/project-cost.ts'
import { mapKeys, typedKeys } from '../../model/kit/keys.ts'
import { round } from '../../model/kit/money.ts'
import { Figure, formatDecimals, formatExact, NumberField, ToolFrame, type ToolProps } from './calculator-parts.tsx'
import type { OpenSpace } from './open-space.ts'
import css from './quick-tools.module.css'

type Part = keyof ProjectCost
const labels: Record<Part, string> = {
  hardwareCost: 'Hardware cost, USD',
  totalArea: 'Total area, sq ft',
  installFactor: 'Install factor',
  installCost: 'Install cost, USD',
  laborFactor: 'Labor factor',
  laborCost: 'Labor cost, USD',
}
const parts = typedKeys(labels)
const formatCosts = (cost: ProjectCost) => mapKeys(parts, (part) => formatDecimals(cost[part], 4))

export function ProjectCostEstimator(props: ToolProps) {
  const [cost, setCost] = useState(projectCostStart)
  const [texts, setTexts] = useState(formatCosts(projectCostStart))
  const problemOf = (part: Part) => numberProblem(readNumber(texts[part]))

  function edit(part: Part, text: string) {
    const value = readNumber(text)
    if (value === null || Number.isNaN(value)) return setTexts({ ...texts, [part]: text })
    const next = editProjectCost(cost, part, value)
    setCost(next)
    const followed = parts.filter((item) => next[item] !== cost[item])
    setTexts({ ...texts, ...Object.fromEntries(followed.map((item) => [item, formatCosts(next)[item]])), [part]: text })
  }

  function startFrom({ hardwareCost, installFactor, totalArea }: OpenSpace) {
    const next = [
      ['totalArea', totalArea],
      ['installFactor', installFactor],
      ['hardwareCost', hardwareCost],
    ].reduce((now, [part, value]) => editProjectCost(now, part as Part, value as number), cost)
    setCost(next)
    setTexts(formatCosts(next))
  }

  const isWhole = parts.every((part) => !problemOf(part))
  const totals = isWhole ? projectCostTotals(cost) : undefined
  const usd = (value: number | undefined) => value !== undefined && formatExact(value, 2)
  const rows: [label: string, value: number | undefined, unit: string, isSum?: boolean][] = [
    ['Hardware', isWhole ? cost.hardwareCost : undefined, 'USD'],
    ['Installation', isWhole ? cost.installCost : undefined, 'USD'],
    ['Labor', isWhole ? cost.laborCost : undefined, 'USD'],
    ['Total', totals?.total, 'USD', true],
    ['Hardware per sq ft', totals?.hardwarePerSquareFoot, 'USD'],
    ['Installation per sq ft', totals?.installPerSquareFoot, 'USD'],
    ['Labor per sq ft', totals?.laborPerSquareFoot, 'USD'],
    ['Total per sq ft', totals?.totalPerSquareFoot, 'USD', true],
  ]
  return (
    <ToolFrame
      {...props}
      onUseSpace={startFrom}
      results={rows.map(([label, value, unit, isSum]) => ({ label, value: usd(value) || undefined, unit, isSum }))}
    >
      <div className={`dna-fields ${css.fields}`}>
        {parts.map((part) => (
          <NumberField
            key={part}
            required
            label={labels[part]}
            text={texts[part]}
            onChange={(text) => edit(part, text)}
            problem={problemOf(part)}
          />
        ))}
      </div>
      <SharesFigure cost={isWhole ? cost : undefined} />
    </ToolFrame>
  )
}

function SharesFigure({ cost }: { cost: ProjectCost | undefined }) {
  const amounts = cost ? [cost.hardwareCost, cost.installCost, cost.laborCost] : [0, 0, 0]
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const isDivisible = total > 0 && amounts.every((amount) => amount >= 0)
  let at = 0
  return (
    <Figure height={64}>
      <rect className={css.track} x="0" y="8" width="360" height="14" />
      {['Hardware', 'Installation', 'Labor'].map((name, index) => {
        const share = isDivisible ? amounts[index]! / total : 0
        const x = at * 360
        at += share
        return (
          <g key={name}>
            <rect className={css.share} data-part={index} x={x} y="8" width={share * 360} height="14" />
            <rect className={css.share} data-part={index} x={index * 124} y="40" width="10" height="10" rx="2" />
            <text x={index * 124 + 16} y="49">
              {name} {isDivisible ? `${round(share * 100, 0)}%` : '–'}
            </text>
          </g>
        )
      })}
    </Figure>
  )
}
