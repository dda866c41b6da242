import { Select } from '@mantine/core'
import { circuits as of } from '../../model/spaces/circuits.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import { callsOf, useRead } from '../kit/request/call.ts'

/** The circuits of a space by name. */
export const useCircuits = (spaceId: number, enabled = true) =>
  useRead(callsOf(of).query, { params: { id: spaceId }, query: { sortBy: [...of.list.sort] } }, { enabled, keepsOld: true, isQuiet: true })

/** What feeds a line, or nothing said yet. */
export function CircuitControl({ spaceId, field, value, onChange, error, readOnly }: ControlProps & { spaceId: number }) {
  const { data } = useCircuits(spaceId)
  const choices = (data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Select
      label={field.label}
      error={error}
      readOnly={readOnly}
      placeholder="None"
      nothingFoundMessage="No circuits yet"
      clearable={!readOnly}
      data={choices}
      value={value === null || value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}
