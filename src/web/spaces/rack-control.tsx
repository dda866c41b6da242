import { Select } from '@mantine/core'
import { racks as of } from '../../model/spaces/racks.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import { callsOf, useRead } from '../kit/request/call.ts'

/** The rack of the project a line belongs to, wherever its units stand. */
export function RackControl({ projectId, field, value, onChange, error, readOnly }: ControlProps & { projectId: number }) {
  const { data } = useRead(callsOf(of).query, { params: { id: projectId }, query: { sortBy: [...of.list.sort] } }, { isQuiet: true })
  const choices = (data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Select
      label={field.label}
      error={error}
      readOnly={readOnly}
      placeholder="None"
      nothingFoundMessage="No racks yet"
      clearable={!readOnly}
      data={choices}
      value={value === null || value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}
