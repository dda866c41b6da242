import { Select } from '@mantine/core'
import type { ControlProps } from '../kit/form/controls.tsx'

interface Props extends Pick<ControlProps<number | null | undefined>, 'field' | 'value' | 'onChange' | 'error' | 'readOnly'> {
  rows: readonly { id: number; name: string }[] | undefined
  none: string
}

export const NameSelect = ({ field, value, onChange, error, readOnly, rows = [], none }: Props) => (
  <Select
    label={field.label}
    error={error}
    readOnly={readOnly}
    placeholder="None"
    nothingFoundMessage={none}
    clearable={!readOnly}
    data={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
    value={value === null || value === undefined ? null : String(value)}
    onChange={(id) => onChange(id === null ? null : Number(id))}
  />
)
