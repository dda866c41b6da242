import { circuits } from '../../model/spaces/circuits.ts'
import type { ControlProps } from '../kit/form/controls.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { NameSelect } from './name-select.tsx'

export const useCircuits = (spaceId: number, enabled = true) =>
  useRead(resourceCalls(circuits).query, { params: { id: spaceId } }, { enabled, keepsOld: true, isQuiet: true })

export function CircuitControl({ spaceId, ...props }: ControlProps & { spaceId: number }) {
  const { data } = useCircuits(spaceId)
  return <NameSelect {...props} rows={data?.items} none="No circuits yet" />
}
