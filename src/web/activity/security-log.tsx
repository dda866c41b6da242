import { listSecurityLog, SecurityEvent, securityEntries } from '../../model/activity/security-log.ts'
import { ListPage } from '../kit/pages.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'

const isHidden = { isHidden: true }
const widths = { event: 200, result: 104, ip: 144, detail: 280 }

export const SecurityLogPage = () => (
  <ListPage
    resource={securityEntries}
    call={listSecurityLog}
    create="no"
    columnWidths={widths}
    filters={{ createdByIds: isHidden, updatedByIds: isHidden }}
    cells={{
      event: (event) => SecurityEvent.label(event),
      result: (result) => (result === 'Success' ? 'Success' : <StateText tone="bad">{result}</StateText>),
    }}
    empty="No events yet."
  />
)
