import { Select } from '@mantine/core'
import type { ControlProps } from '../kit/form/controls.tsx'
import { dropdownProps } from '../kit/form/plain-controls.tsx'
import { hidden } from '../kit/pages.tsx'
import type { Project } from '../projects/public.tsx'

export const hiddenInForms = { projectId: hidden, equipment: hidden }

export const levelControl =
  (buildings: Project['buildings']) =>
  ({ field, value, onChange, onBlur, error, readOnly }: ControlProps) => (
    <Select
      label={field.label}
      required
      readOnly={readOnly}
      error={error}
      onBlur={onBlur}
      allowDeselect={false}
      {...dropdownProps}
      data={buildings.map((building) => ({
        group: building.name,
        items: building.levels.map((level) => ({ value: String(level.id), label: `${building.name}, ${level.name}` })),
      }))}
      value={value === null || value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )

export const areaGroupControl =
  (groups: { id: number; name: string }[]) =>
  ({ field, value, onChange, error, readOnly }: ControlProps) => (
    <Select
      label={field.label}
      error={error}
      readOnly={readOnly}
      placeholder="None"
      clearable={!readOnly}
      data={groups.filter(({ id }) => id > 0).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null || value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
