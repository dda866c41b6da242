import { Button, CopyButton, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { readNumber } from '../../model/calculators/numbers.ts'
import { withMinus } from '../../model/kit/minus-sign.ts'
import { formatNumber } from '../kit/look/format.tsx'
import { IconCheck, IconCopy } from '../kit/look/icons.ts'
import { ReasonButton } from '../kit/look/reason-button.tsx'
import { type OpenSpace, useOpenSpace } from './open-space.ts'
import css from './quick-tools.module.css'

export interface ToolProps {
  name: string
  onReset: () => void
}

export const formatDecimals = (value: number, decimals: number) =>
  withMinus(value.toLocaleString('en-US', { maximumFractionDigits: decimals }))
export const formatExact = (value: number, decimals: number) => formatNumber(value, decimals)

function addThousandsSeparators(text: string): string {
  const withoutCommas = text.trim().replaceAll(',', '')
  const value = readNumber(text)
  // `7,5` is 7.5: its comma does not separate thousands.
  const plain = Number(withoutCommas) === value ? withoutCommas : String(value)
  if (!Number.isFinite(value) || !/^[+-]?\d+(\.\d+)?$/.test(plain)) return text
  const [integer, part] = plain.split('.') as [string, string?]
  const digits = integer.replace(/^[+-]/, '')
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return integer.slice(0, integer.length - digits.length) + groups.join(',') + (part === undefined ? '' : `.${part}`)
}

interface NumberFieldProps {
  label: string
  text: string
  onChange: (text: string) => void
  problem?: string
  required?: boolean
  description?: ReactNode
}

/** Number input as text, so that invalid input is reported instead of dropped. */
export function NumberField({ label, text, onChange, problem, required, description }: NumberFieldProps) {
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={problem}
      required={required}
      description={description}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => addThousandsSeparators(text) !== text && onChange(addThousandsSeparators(text))}
      classNames={{ input: css.number }}
    />
  )
}

interface Result {
  label: string
  value: string | undefined
  unit: string
  isSum?: boolean
}

interface ToolFrameProps extends ToolProps {
  children: ReactNode
  onUseSpace?: (space: OpenSpace) => void
  results: Result[]
}

export function ToolFrame({ name, onReset, onUseSpace, children, results }: ToolFrameProps) {
  const space = useOpenSpace()
  const text = [name, ...results.map(({ label, value, unit }) => `${label}: ${value ?? 'N/A'}${value && unit ? ` ${unit}` : ''}`)].join(
    '\n',
  )
  return (
    <>
      <div className={css.scroll}>
        <div className={css.nameRow}>
          <h3>{name}</h3>
          {space && onUseSpace && (
            <button type="button" className={css.use} title={space.name} onClick={() => onUseSpace(space)}>
              Use this space
            </button>
          )}
        </div>
        {children}
        <div className={css.results}>
          {results.map(({ label, value, unit, isSum }) => (
            <div key={`${label} ${unit}`} className={css.result} data-sum={isSum || undefined}>
              <span>{label}</span>
              <output aria-label={unit ? `${label}, ${unit}` : label}>{value ?? <span className="dna-muted">–</span>}</output>
              <span className={css.unit}>{unit}</span>
            </div>
          ))}
        </div>
      </div>
      <div className={css.foot}>
        <CopyButton value={text} timeout={2000}>
          {({ copied, copy }) => (
            <ReasonButton
              variant="default"
              onClick={copy}
              reason={results.every(({ value }) => value === undefined) && 'There are no results yet'}
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            >
              {copied ? 'Copied' : 'Copy results'}
            </ReasonButton>
          )}
        </CopyButton>
        <Button variant="subtle" color="gray" onClick={onReset}>
          Reset
        </Button>
      </div>
    </>
  )
}

/** Decorative; repeats the results. */
export const Figure = ({ height, children }: { height: number; children: ReactNode }) => (
  <svg className={css.figure} viewBox={`0 0 360 ${height}`} width="360" height={height} aria-hidden="true">
    {children}
  </svg>
)
