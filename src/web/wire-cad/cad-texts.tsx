import { IntegrationRequestState, LinkedProjectStatus } from '../../model/integrations/enums.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import type { CadCounts, cadRequests } from '../../model/wire-cad/cad-requests.ts'
import { WireCadSource } from '../../model/wire-cad/enums.ts'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StateText } from '../kit/parts/state-pill.tsx'

export type CadRequest = RowOf<typeof cadRequests>

export function describeCounts({ fullyLinked, partiallyLinked, match, noMatch }: CadCounts): string {
  const parts = [
    fullyLinked > 0 && `${fullyLinked.toLocaleString('en-US')} linked`,
    partiallyLinked > 0 && `${partiallyLinked.toLocaleString('en-US')} different`,
    match > 0 && formatCount(match, 'match'),
    noMatch > 0 && `${noMatch.toLocaleString('en-US')} new`,
  ]
  return parts.filter(Boolean).join(', ')
}

export const approvalWords = ({ toDo }: CadCounts) =>
  `${formatCount(toDo, 'item')} of this request will be carried out in the catalog. Each is processed separately; failures show the reason.`

function describeProgress({ linkStatus, state, source }: Pick<CadRequest, 'linkStatus' | 'state' | 'source'>): string | undefined {
  const { Idle, Pending, InProgress, Failed } = LinkedProjectStatus
  const isPull = state === IntegrationRequestState.Draft && source === WireCadSource.Pull
  if (linkStatus === Idle) return undefined
  if (linkStatus === Pending || linkStatus === InProgress) return isPull ? 'Reading from WireCAD…' : 'Processing…'
  if (linkStatus === Failed) return isPull ? 'WireCAD could not be read' : 'Partly completed'
  return isPull ? 'Read from WireCAD' : 'Completed'
}

export function Progress({ request }: { request: Pick<CadRequest, 'linkStatus' | 'state' | 'source'> }) {
  const progressText = describeProgress(request)
  return progressText ? <StateText tone={stateTone(LinkedProjectStatus, request.linkStatus) ?? 'neutral'}>{progressText}</StateText> : null
}
