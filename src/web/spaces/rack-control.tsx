import { racks } from '../../model/spaces/racks.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import { callsOf, useRead } from '../kit/request/call.ts'
import { NameSelect } from './name-select.tsx'

/** The rack of the project a line belongs to, wherever its units stand. */
export function RackControl({ projectId, ...props }: ControlProps & { projectId: number }) {
  const { data } = useRead(callsOf(racks).query, { params: { id: projectId } }, { isQuiet: true })
  return <NameSelect {...props} rows={data?.items} none="No racks yet" />
}
