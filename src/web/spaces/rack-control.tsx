import { racks } from '../../model/spaces/racks.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { NameSelect } from './name-select.tsx'

/** Selects the rack a line is assigned to, independent of the position of its units. */
export function RackControl({ projectId, ...props }: ControlProps & { projectId: number }) {
  const { data } = useRead(resourceCalls(racks).query, { params: { id: projectId } }, { isQuiet: true })
  return <NameSelect {...props} rows={data?.items} none="No racks yet" />
}
