import { useState } from 'react'
import { btuStart, convertHeat, type Heat } from '../../model/calculators/btu.ts'
import { numberProblem, readNumber } from '../../model/calculators/numbers.ts'
import { mapKeys, typedKeys } from '../../model/kit/keys.ts'
import { Figure, formatDecimals, NumberField, ToolFrame, type ToolProps } from './calculator-parts.tsx'
import css from './quick-tools.module.css'

type Quantity = keyof Heat
const decimals: Record<Quantity, number> = { watts: 2, heatBtuPerHour: 2, tons: 5 }
const quantities = typedKeys(decimals)

const formatHeat = (heat: Heat) => mapKeys(quantities, (quantity) => formatDecimals(heat[quantity], decimals[quantity]))

export function BtuCalculator(props: ToolProps) {
  const [texts, setTexts] = useState(formatHeat(btuStart))
  const [heat, setHeat] = useState<Heat | undefined>(btuStart)

  function edit(quantity: Quantity, text: string) {
    const value = readNumber(text)
    const next = value === null || Number.isNaN(value) ? undefined : convertHeat(quantity, value)
    setHeat(next)
    setTexts({ ...(next ? formatHeat(next) : { watts: '', heatBtuPerHour: '', tons: '' }), [quantity]: text })
  }
  // Only the watts are required; a field derived from an invalid number is empty without an error.
  const problemOf = (quantity: Quantity) => {
    const value = readNumber(texts[quantity])
    if (value !== null) return numberProblem(value)
    return quantity === 'watts' && quantities.every((item) => readNumber(texts[item]) === null) ? numberProblem(value) : undefined
  }
  const field = (quantity: Quantity, label: string) => (
    <NumberField
      label={label}
      text={texts[quantity]}
      onChange={(text) => edit(quantity, text)}
      problem={problemOf(quantity)}
      required={quantity === 'watts'}
    />
  )
  const value = (quantity: Quantity) => heat && formatDecimals(heat[quantity], decimals[quantity])
  return (
    <ToolFrame
      {...props}
      onUseSpace={(space) => edit('watts', formatDecimals(space.watts, 2))}
      results={[
        { label: 'Power', value: value('watts'), unit: 'W' },
        { label: 'Heat load', value: value('heatBtuPerHour'), unit: 'BTU/hr' },
        { label: 'Tonnage', value: value('tons'), unit: 'tons' },
      ]}
    >
      <div className={`dna-fields ${css.fields}`}>
        {field('watts', 'Watts')}
        {field('heatBtuPerHour', 'Heat load, BTU/hr')}
        {field('tons', 'Tonnage, tons')}
      </div>
      <HeatFigure watts={value('watts')} heat={value('heatBtuPerHour')} tons={value('tons')} />
      <p className={css.hint}>1 W = 3.412 BTU/hr. 1 HVAC ton = 12,000 BTU/hr.</p>
    </ToolFrame>
  )
}

function HeatFigure({ watts = '–', heat = '–', tons = '–' }: Record<'watts' | 'heat' | 'tons', string | undefined>) {
  return (
    <Figure height={124}>
      <g className={css.shape}>
        <rect x="8" y="44" width="92" height="36" />
        <path d="M20 56h32M20 62h32M20 68h32" />
        <circle cx="82" cy="62" r="7" />
        <rect x="260" y="44" width="92" height="36" />
        <path d="M270 72h72M270 66h72" />
        <circle cx="342" cy="54" r="2.5" />
      </g>
      <g className={css.warm}>
        {[52, 62, 72].map((y) => (
          <path key={y} d={`M112 ${y}q8-7 16 0t16 0t16 0t16 0t16 0t16 0t16 0t16 0`} />
        ))}
        <path d="M242 56l8 6l-8 6" />
      </g>
      <text x="54" y="30" textAnchor="middle" className={css.strong}>
        {watts} W
      </text>
      <text x="180" y="30" textAnchor="middle" className={css.strong}>
        {heat} BTU/hr
      </text>
      <text x="306" y="30" textAnchor="middle" className={css.strong}>
        {tons} tons
      </text>
      <text x="54" y="102" textAnchor="middle">
        Device
      </text>
      <text x="180" y="102" textAnchor="middle">
        Heat load
      </text>
      <text x="306" y="102" textAnchor="middle">
        Air conditioning
      </text>
    </Figure>
  )
}
