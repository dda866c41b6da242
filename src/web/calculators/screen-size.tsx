import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { numberProblem, readNumber } from '../../model/calculators/numbers.ts'
import { cmPerInch, measureScreen, type ScreenInput, screenPresets, screenStart } from '../../model/calculators/screen-size.ts'
import { messages } from '../../model/kit/rules.ts'
import { Figure, formatDecimals, formatExact, NumberField, ToolFrame, type ToolProps } from './calculator-parts.tsx'
import css from './quick-tools.module.css'

type Length = ScreenInput['known']
type Unit = ScreenInput['unit']
const lengths: [Length, name: string][] = [
  ['diagonal', 'Diagonal'],
  ['width', 'Screen width'],
  ['height', 'Screen height'],
]
const presets = Object.entries(screenPresets).map(([group, presetSizes]) => ({
  group,
  items: Object.entries(presetSizes).map(([name, [width, height]]) => ({
    value: `${width} ${height}`,
    label: `${name}, ${width} × ${height}`,
  })),
}))
const custom = 'Custom'
const isPreset = (value: string) => presets.some(({ items }) => items.some((item) => item.value === value))

/** Pixels determine the aspect ratio and one known length the size; the known length is the one edited last. */
export function ScreenSizeCalculator(props: ToolProps) {
  const [pixels, setPixels] = useState({
    width: formatDecimals(screenStart.widthPixels, 0),
    height: formatDecimals(screenStart.heightPixels, 0),
  })
  const [known, setKnown] = useState({ of: screenStart.known, text: String(screenStart.value), unit: screenStart.unit })
  const [unit, setUnit] = useState<Unit>(screenStart.unit)

  const widthPixels = readNumber(pixels.width)
  const heightPixels = readNumber(pixels.height)
  const value = readNumber(known.text)
  const measured = measureScreen({
    widthPixels: widthPixels ?? Number.NaN,
    heightPixels: heightPixels ?? Number.NaN,
    known: known.of,
    value: value ?? Number.NaN,
    unit: known.unit,
  })
  const { problem, ratio, size } = measured

  const lengthIn = (dimension: Length, targetUnit: Unit) =>
    size &&
    { diagonal: [size.diagonalIn, size.diagonalCm], width: [size.widthIn, size.widthCm], height: [size.heightIn, size.heightCm] }[
      dimension
    ][targetUnit === 'in' ? 0 : 1]
  function textOf(dimension: Length) {
    if (known.of === dimension && known.unit === unit) return known.text
    const length = lengthIn(dimension, unit)
    if (length !== undefined) return formatDecimals(length, 1)
    // Without an aspect ratio only the known length can be converted.
    return known.of === dimension && value !== null && Number.isFinite(value)
      ? formatDecimals(unit === 'in' ? value / cmPerInch : value * cmPerInch, 1)
      : ''
  }
  function problemOf(dimension: Length) {
    if (known.of !== dimension || value === null) return undefined
    return numberProblem(value) ?? (value > 0 ? undefined : 'Enter values greater than 0')
  }
  const chosen = `${widthPixels} ${heightPixels}`
  const item = (of: number | undefined) => (of === undefined ? undefined : formatExact(of, 1))
  function isWrong(which: 'width' | 'height') {
    if (Number.isNaN(which === 'width' ? widthPixels : heightPixels)) return messages.number
    return problem && problem !== `Invalid ${which === 'width' ? 'height' : 'width'}` ? problem : undefined
  }

  return (
    <ToolFrame
      {...props}
      results={[
        { label: 'Aspect ratio', value: ratio, unit: '' },
        { label: 'Diagonal', value: item(size?.diagonalIn), unit: 'in' },
        { label: 'Width', value: item(size?.widthIn), unit: 'in' },
        { label: 'Height', value: item(size?.heightIn), unit: 'in' },
        { label: 'Diagonal', value: item(size?.diagonalCm), unit: 'cm' },
        { label: 'Width', value: item(size?.widthCm), unit: 'cm' },
        { label: 'Height', value: item(size?.heightCm), unit: 'cm' },
        { label: 'Area', value: item(size?.areaSquareFeet), unit: 'sq ft' },
        { label: 'Area', value: item(size?.areaSquareMeters), unit: 'm²' },
        { label: 'Pixel density', value: item(size?.pixelsPerInch), unit: 'ppi' },
        { label: 'Pixels', value: item(size?.megapixels), unit: 'MP' },
      ]}
    >
      <div className={`dna-fields ${css.fields}`}>
        <NativeSelect
          className={css.wide}
          label="Preset"
          data={[...presets, { value: custom, label: custom, disabled: true }]}
          value={isPreset(chosen) ? chosen : custom}
          onChange={(event) => {
            const [width, height] = event.currentTarget.value.split(' ').map(Number) as [number, number]
            setPixels({ width: formatDecimals(width, 0), height: formatDecimals(height, 0) })
          }}
        />
        <NumberField
          label="Width, px"
          text={pixels.width}
          problem={isWrong('width')}
          onChange={(width) => setPixels({ ...pixels, width })}
        />
        <NumberField
          label="Height, px"
          text={pixels.height}
          problem={isWrong('height')}
          onChange={(height) => setPixels({ ...pixels, height })}
        />
        {lengths.map(([dimension, name]) => (
          <NumberField
            key={dimension}
            label={`${name}, ${unit}`}
            text={textOf(dimension)}
            problem={problemOf(dimension)}
            onChange={(text) => setKnown({ of: dimension, text, unit })}
          />
        ))}
        <div>
          <span className={css.label} id="screen-unit">
            Unit
          </span>
          <SegmentedControl
            fullWidth
            aria-labelledby="screen-unit"
            value={unit}
            onChange={(next) => setUnit(next)}
            data={[
              { value: 'in', label: 'Inches' },
              { value: 'cm', label: 'Centimeters' },
            ]}
          />
        </div>
      </div>
      {ratio && (
        <ScreenFigure width={widthPixels!} height={heightPixels!} lengthOf={(dimension) => item(lengthIn(dimension, unit))} unit={unit} />
      )}
    </ToolFrame>
  )
}

interface ScreenFigureProps {
  width: number
  height: number
  lengthOf: (dimension: Length) => string | undefined
  unit: Unit
}

/** The screen to scale with its three lengths; extreme ratios are drawn with a minimum size. */
function ScreenFigure({ width, height, lengthOf, unit }: ScreenFigureProps) {
  const scale = Math.min(304 / width, 172 / height)
  const w = Math.max(24, width * scale)
  const h = Math.max(24, height * scale)
  const [x, y] = [(336 - w) / 2, 8]
  const [right, bottom] = [x + w, y + h]
  const text = (dimension: Length) => `${lengthOf(dimension) ?? '–'} ${unit}`
  const middle = { x: x + w / 2, y: y + h / 2 }
  return (
    <Figure height={h + 40}>
      <rect className={css.screen} x={x} y={y} width={w} height={h} />
      <path className={css.faint} d={`M${x} ${bottom}L${right} ${y}`} />
      <g className={css.measure}>
        <path d={`M${x} ${bottom + 14}H${right}M${x} ${bottom + 10}v8M${right} ${bottom + 10}v8`} />
        <path d={`M${right + 12} ${y}V${bottom}M${right + 8} ${y}h8M${right + 8} ${bottom}h8`} />
      </g>
      <text className={`${css.strong} ${css.onLine}`} {...middle} textAnchor="middle" dominantBaseline="central">
        {text('diagonal')}
      </text>
      <text className={css.onLine} x={middle.x} y={bottom + 15} textAnchor="middle" dominantBaseline="central">
        {text('width')}
      </text>
      <text
        className={css.onLine}
        textAnchor="middle"
        dominantBaseline="central"
        transform={`translate(${right + 13} ${middle.y}) rotate(-90)`}
      >
        {text('height')}
      </text>
    </Figure>
  )
}
