import { useMemo, useState } from 'react'
import { AuditAction, auditEntries, listAuditKinds, listAuditLogs } from '../../model/activity/audit-logs.ts'
import { enumeration } from '../../model/kit/enumeration.ts'
import { ListPage } from '../kit/pages.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { useRead } from '../kit/request/call.ts'
import { AuditEntryPanel } from './audit-entry-panel.tsx'
import { keyWords } from './audit-texts.ts'

const isHidden = { isHidden: true }
const widths = { action: 140, entityName: 216, entity: 144, outcome: 108 }

export function AuditLogsPage() {
  const [openId, setOpenId] = useState<number>()
  const { data } = useRead(listAuditKinds, {}, { isQuiet: true })
  const resourceWithKinds = useMemo(() => withKinds(data?.kinds ?? []), [data])
  return (
    <>
      <ListPage
        resource={resourceWithKinds}
        call={listAuditLogs}
        create="no"
        columnWidths={widths}
        filters={{ createdByIds: isHidden, updatedByIds: isHidden }}
        cells={{
          action: (action) => AuditAction.label(action),
          entity: keyWords,
          entityName: (name, { entity }) => <span title={name ?? undefined}>{name ?? keyWords(entity)}</span>,
          outcome: (outcome) => (outcome === 'Success' ? 'Success' : <StateText tone="bad">{outcome}</StateText>),
        }}
        onOpen={({ id }) => setOpenId(id)}
        empty="No entries yet."
      />
      <AuditEntryPanel id={openId} onClose={() => setOpenId(undefined)} />
    </>
  )
}

/** Offers only kinds that occur as filters. */
function withKinds(kinds: string[]) {
  const options = enumeration('AuditKind', Object.fromEntries(kinds.map((kind) => [kind, [kind, keyWords(kind)] as const])))
  const filters = { ...auditEntries.list.filters, entity: { label: 'Kind', kind: 'choice', options } as const }
  return { ...auditEntries, list: { ...auditEntries.list, filters } }
}
