import { Button } from '@mantine/core'
import { useState } from 'react'
import { numberProblem, readNumber } from '../../model/calculators/numbers.ts'
import { type Circuit, calculatePower, canCalculate, type PowerAnswer } from '../../model/calculators/power.ts'
import { Figure, formatDecimals, NumberField, ToolFrame, type ToolProps } from './calculator-parts.tsx'
import css from './quick-tools.module.css'

type Quantity = keyof Circuit
const quantities: [Quantity, name: string, unit: string][] = [
  ['voltage', 'Voltage', 'V'],
  ['current', 'Current', 'A'],
  ['power', 'Power', 'W'],
  ['resistance', 'Resistance', 'Ω'],
]
/** Rounds to 12 significant digits, which hides floating-point noise. */
const exact = (value: number) => value.toLocaleString('en-US', { maximumSignificantDigits: 12 })

/** Two of voltage, current, power, and resistance determine the other two, and the heat. */
export function PowerCalculator(props: ToolProps) {
  const [texts, setTexts] = useState<Record<Quantity, string>>({ voltage: '', current: '', power: '', resistance: '' })
  const [answer, setAnswer] = useState<PowerAnswer>()
  const input = Object.fromEntries(quantities.map(([quantity]) => [quantity, readNumber(texts[quantity])]))
  const filled = Object.values(input).filter((value) => value !== null).length
  const result = answer && 'result' in answer ? answer.result : undefined

  const field = ([quantity, name, unit]: (typeof quantities)[number]) => {
    const value = readNumber(texts[quantity])
    return (
      <NumberField
        key={quantity}
        label={`${name}, ${unit}`}
        text={texts[quantity]}
        problem={value === null ? undefined : numberProblem(value)}
        onChange={(text) => {
          // Adding thousands separators does not change the value, so the results stay.
          if (readNumber(text) !== value) setAnswer(undefined)
          setTexts({ ...texts, [quantity]: text })
        }}
      />
    )
  }
  return (
    <ToolFrame
      {...props}
      results={[
        ...quantities.map(([quantity, label, unit]) => ({ label, value: result && exact(result[quantity]), unit })),
        { label: 'Heat load', value: result && formatDecimals(result.heatBtuPerHour, 2), unit: 'BTU/hr' },
        { label: 'Tonnage', value: result && formatDecimals(result.tons, 5), unit: 'tons' },
      ]}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (canCalculate(input)) setAnswer(calculatePower(input))
        }}
      >
        <div className={`dna-fields ${css.fields}`}>{quantities.map(field)}</div>
        <div className={css.go}>
          <Button type="submit" disabled={!canCalculate(input)}>
            Calculate
          </Button>
          <span className="dna-hint" role="status">
            {answer && 'hint' in answer ? (
              <span className={css.problem}>{answer.hint}</span>
            ) : (
              filled !== 2 && 'Fill in exactly two of the four.'
            )}
          </span>
        </div>
      </form>
      <CircuitFigure circuit={result} />
      <p className={css.hint}>V = I × R. P = V × I = I² × R = V² / R. 1 W = 3.412 BTU/hr.</p>
    </ToolFrame>
  )
}

function CircuitFigure({ circuit }: { circuit: Circuit | undefined }) {
  const label = (quantity: Quantity, symbol: string, unit: string) =>
    circuit ? `${circuit[quantity].toLocaleString('en-US', { maximumSignificantDigits: 5 })} ${unit}` : symbol
  return (
    <Figure height={148}>
      <g className={css.shape}>
        <path d="M110 62V24H250V52M250 96V124H110V86" />
        <path d="M94 62h32M100 86h20" />
        <path d="M250 52l8 4l-16 7l16 7l-16 7l16 7l-16 7l8 5" />
      </g>
      <path className={css.warm} d="M162 24h34m-8-6l8 6l-8 6" />
      <text x="84" y="79" textAnchor="end" className={css.strong}>
        {label('voltage', 'V', 'V')}
      </text>
      <text x="180" y="14" textAnchor="middle" className={css.strong}>
        {label('current', 'I', 'A')}
      </text>
      <text x="180" y="79" textAnchor="middle" className={css.strong}>
        {label('power', 'P', 'W')}
      </text>
      <text x="272" y="79" className={css.strong}>
        {label('resistance', 'R', 'Ω')}
      </text>
    </Figure>
  )
}
