import { Select } from '@mantine/core'
import { LaborType } from '../../model/access/enums.ts'
import { type ControlProps, isRequired } from '../kit/form/plain-controls.tsx'
import css from './labor-type.module.css'

export function LaborCode({ value }: { value: LaborType }) {
  const { key, label } = LaborType.get(value)
  return (
    <span className={css.code}>
      <Square code={key} />
      {label}
    </span>
  )
}

const Square = ({ code }: { code: string }) => (
  <span className={css.square} style={{ background: `var(--dna-labor-${code.toLowerCase()})` }} />
)

const labelText = ({ label, longLabel }: (typeof LaborType.values)[number]) => (label === longLabel ? label : `${label}, ${longLabel}`)

export function LaborTypeControl({ field, value, onChange, onBlur, error, readOnly }: ControlProps<LaborType | null>) {
  const chosen = value === null ? undefined : LaborType.get(value)
  return (
    <Select<LaborType>
      label={field.label}
      required={isRequired(field) && !readOnly}
      {...{ value, onChange, onBlur, error, readOnly }}
      data={LaborType.values.map((entry) => ({ value: entry.value, label: labelText(entry) }))}
      leftSection={chosen && <Square code={chosen.key} />}
      leftSectionWidth={28}
      renderOption={({ option }) => (
        <span className={css.code}>
          <Square code={LaborType.get(option.value).key} />
          {option.label}
        </span>
      )}
      searchable
      clearable={!readOnly}
      nothingFoundMessage="Nothing found"
    />
  )
}
