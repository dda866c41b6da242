import { Link } from '@tanstack/react-router'
import { formatUsd } from '../../model/kit/money.ts'
import { type OverviewEntry, overviewPlace, readLiveOverview, type Viewer } from '../../model/projects/live-overview.ts'
import { type Derivation, howTotalPrice } from '../../model/projects/money.ts'
import { SpaceStatus } from '../../model/spaces/enums.ts'
import { DateTime } from '../kit/look/format.tsx'
import { Skeletons, UserAvatar } from '../kit/pages.tsx'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { HowItAddsUp } from './how-it-adds-up.tsx'
import { useViewers } from './presence.tsx'
import { type Project, ProjectTab } from './project-head.tsx'
import css from './project-tabs.module.css'

export function LiveOverviewPage() {
  return <ProjectTab title="Live overview">{(project) => <Overview project={project} />}</ProjectTab>
}

function Overview({ project }: { project: Project }) {
  const read = useRead(readLiveOverview, { params: { id: project.id } }, { isQuiet: true, keepsOld: true })
  const viewers = useViewers(project.id, overviewPlace)
  const { data } = read
  if (!data)
    return (
      <div className={css.page}>
        {read.error ? <LoadError error={read.error} title="Live overview" onRetry={() => void read.refetch()} /> : <Skeletons rows={8} />}
      </div>
    )
  const spaces = data.spacesByStatus.reduce((sum, { count }) => sum + count, 0)
  const drawings = data.documentsByState.reduce((sum, { count }) => sum + count, 0)
  const shown = viewers.length > 0 ? viewers : data.viewers
  return (
    <div className={css.page}>
      <div className={css.figures} aria-live="polite">
        <Figure label="Spaces" value={project.spaceCount.toLocaleString('en-US')} />
        <Figure label="Equipment, pieces" value={data.equipmentCount.toLocaleString('en-US')} />
        <Figure label="Equipment, MSRP" value={formatUsd(data.totalMsrpPrice)} />
        <Figure
          label="Total with installation"
          value={formatUsd(data.totalPrice)}
          how={() => [howTotalPrice({ ...data, installationFactor: project.installationFactor })]}
        />
      </div>
      <div className={css.columns}>
        <div className={css.main}>
          <div className={css.inset}>
            <h2>Last activities</h2>
            {data.lastActivities.length === 0 && <p className="dna-muted">Nothing has happened yet.</p>}
            <ol className={css.log}>
              {data.lastActivities.map((entry) => (
                <Activity key={entry.id} entry={entry} projectId={project.id} />
              ))}
            </ol>
          </div>
        </div>
        <aside className={css.side} aria-label="Now">
          <h2>Viewing now</h2>
          <Viewing viewers={shown} />
          <h2>Spaces by status</h2>
          {spaces === 0 ? (
            <p className="dna-muted">No spaces yet.</p>
          ) : (
            <ul className={css.counts}>
              {data.spacesByStatus.map(({ status, count }) => (
                <li key={status}>
                  <ChoiceText options={SpaceStatus} value={status} />
                  <div className={css.bar} aria-hidden>
                    <i style={{ width: `${(100 * count) / spaces}%` }} />
                  </div>
                  <b>{count.toLocaleString('en-US')}</b>
                </li>
              ))}
            </ul>
          )}
          {data.documentsByState.length > 0 && (
            <>
              <h2>Drawings by state</h2>
              <ul className={css.counts}>
                {data.documentsByState.map(({ state, count }) => (
                  <li key={state}>
                    <ChoiceText options={SpaceStatus} value={state} />
                    <div className={css.bar} aria-hidden>
                      <i style={{ width: `${(100 * count) / drawings}%` }} />
                    </div>
                    <b>{count.toLocaleString('en-US')}</b>
                  </li>
                ))}
              </ul>
            </>
          )}
        </aside>
      </div>
    </div>
  )
}

function Figure({ label, value, how }: { label: string; value: string; how?: () => Derivation[] }) {
  return (
    <div className={css.figure}>
      <span>
        {label}
        {how && <HowItAddsUp of={label} how={how} />}
      </span>
      <output aria-label={label}>{value}</output>
    </div>
  )
}

function Viewing({ viewers }: { viewers: Viewer[] }) {
  if (viewers.length === 0) return <p className="dna-muted">Nobody.</p>
  return (
    <div className={css.people}>
      {viewers.map((viewer) => (
        <div key={viewer.id}>
          <UserAvatar user={viewer} withName /> <small>{viewerLocation(viewer)}</small>
        </div>
      ))}
    </div>
  )
}

const viewerLocation = ({ places }: Viewer) =>
  places.includes(overviewPlace)
    ? 'on the live overview'
    : places.some((place) => place.startsWith('space:'))
      ? 'in a space'
      : 'in the project'

function Activity({ entry, projectId }: { entry: OverviewEntry; projectId: number }) {
  const { title, notes, entity, entityId, entityName, createdBy, createDate } = entry
  return (
    <li>
      {createdBy ? <UserAvatar user={createdBy} /> : <span />}
      <div>
        {entity !== 'spaces' && entityName ? `${entityName}: ${title}` : title}
        {entity === 'spaces' && entityName && (
          <>
            {' '}
            <Link to={`/projects/${projectId}/spaces/${entityId}`} className="dna-link">
              {entityName}
            </Link>
          </>
        )}
        {notes && <small> {notes}</small>}
      </div>
      <DateTime value={createDate} />
    </li>
  )
}
