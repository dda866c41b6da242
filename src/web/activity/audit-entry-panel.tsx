import { Drawer } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { AuditAction, readAuditLog } from '../../model/activity/audit-logs.ts'
import type { ResponseOf } from '../../model/kit/call.ts'
import type { Fields } from '../../model/kit/description.ts'
import { DateTime, MissingValue } from '../kit/look/format.tsx'
import { Skeletons, UserAvatar } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import css from './audit-entry-panel.module.css'
import { auditChanges, keyWords } from './audit-texts.ts'

export function AuditEntryPanel({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  // Retains the content while the panel slides out.
  const [shownId, setShownId] = useState(id)
  if (id !== undefined && id !== shownId) setShownId(id)
  const { data, error, refetch } = useRead(
    readAuditLog,
    { params: { id: shownId ?? 0 } },
    { enabled: shownId !== undefined, isQuiet: true },
  )
  const title = data ? `${AuditAction.label(data.action)}: ${data.entityName ?? keyWords(data.entity)}` : 'Audit log entry'
  return (
    <Drawer opened={id !== undefined} onClose={onClose} position="right" size={600} title={title} attributes={{ header: { role: 'none' } }}>
      {error && !data && <LoadError error={error} title="The entry" onRetry={() => void refetch()} />}
      {!error && !data && <Skeletons rows={8} />}
      {data && <Entry entry={data} />}
    </Drawer>
  )
}

/** Fields of a kind of entry; none until they have loaded, and for kinds without a resource. */
function useFields(entity: string): Fields | undefined {
  const [loaded, setLoaded] = useState<{ entity: string; fields: Fields }>()
  useEffect(() => {
    void import('./audit-resources.ts').then(({ auditResources }) => {
      const resource = auditResources[entity]
      if (resource) setLoaded({ entity, fields: { ...resource.computed, ...resource.fields } })
    })
  }, [entity])
  return loaded?.entity === entity ? loaded.fields : undefined
}

function Entry({ entry }: { entry: ResponseOf<typeof readAuditLog> }) {
  const changes = auditChanges(entry.before, entry.after, useFields(entry.entity))
  const facts: [string, ReactNode][] = [
    ['Date', <DateTime key="date" value={entry.date} />],
    ['User', entry.user ? <UserAvatar key="user" user={entry.user} withName /> : undefined],
    ['Action', AuditAction.label(entry.action)],
    ['Kind', keyWords(entry.entity)],
    ['Id', entry.entityId],
    ['Outcome', entry.outcome],
    ['Address', entry.ip],
    ['Browser', entry.userAgent],
    ['Request', entry.requestId],
  ]
  return (
    <>
      <dl className={css.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || <MissingValue />}</dd>
          </div>
        ))}
      </dl>
      <h3 className={css.heading}>What changed</h3>
      {changes.length === 0 ? (
        <p className="dna-muted">This entry has no values.</p>
      ) : (
        <table className={css.changes}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ key, label, before, after }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>{before || <MissingValue />}</td>
                <td data-changed={before !== after || undefined}>{after || <MissingValue />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
