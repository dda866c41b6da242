import { SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ComponentType, Fragment, type ReactNode, useState } from 'react'
import { EquipmentAvailability } from '../../model/catalogue/enums.ts'
import { ClientRankingType } from '../../model/companies/enums.ts'
import {
  catalogueHealth,
  type ExternalWidgetKey,
  type externalDownloads,
  leadFunnel,
  myDownloads,
  myLeads,
  myProjects,
  projectsByStage,
  type RecentEntry,
  recentActivity,
  recentEquipment,
  recentManufacturers,
  type StageFigures,
  topClients,
  type WidgetKey,
} from '../../model/dashboard/widgets.ts'
import { RecentType } from '../../model/kit/enums.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { LeadStatus, ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'
import type { downloadTasks } from '../../model/reports/download-tasks.ts'
import { DownloadStatus } from '../../model/reports/enums.ts'
import { useRead } from '../kit/call.ts'
import { useCan, useMayVisit } from '../kit/can.ts'
import { DateTime, Money, Num } from '../kit/format.tsx'
import { ImageTile, UserAvatar } from '../kit/small-parts.tsx'
import { toneOf } from '../kit/state-colors.ts'
import { StateText } from '../kit/state-pill.tsx'
import { listOfStage } from '../projects/public.tsx'
import css from './dashboard.module.css'
import { WidgetCard, type WidgetProps } from './widget-card.tsx'

const quiet = { isQuiet: true }
/** What was opened just now is not told by an event; it is asked for each time, and what was known stands there meanwhile. */
const lately = { isQuiet: true, keepsOld: true, staleTime: 0 }
const none = <T,>(text: ReactNode) =>
  function whenEmpty({ items }: { items: T[] }) {
    return items.length === 0 ? text : undefined
  }

function MyProjects(props: WidgetProps) {
  const reading = useRead(myProjects, {}, quiet)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={8}
      total={reading.data?.total}
      empty={none('No open project of yours. Projects you create or have a part in stand here.')}
    >
      {({ items }) => (
        <ul className={css.rows}>
          {items.map((project) => (
            <li key={project.id}>
              <span className={css.main}>
                <Link to={`/projects/${project.id}`}>{project.name}</Link>
                <span className={css.quiet}>{project.client?.name ?? 'No client'}</span>
              </span>
              <span className={css.state}>
                <StateText tone={toneOf(ProjectStatus, project.projectStatus) ?? 'neutral'}>
                  {ProjectStatus.label(project.projectStatus)}
                </StateText>
              </span>
              <span className={css.figure}>
                <Money value={project.totalPrice} decimals={0} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}

function MyLeads(props: WidgetProps) {
  const reading = useRead(myLeads, {}, quiet)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={8}
      total={reading.data?.total}
      all="/leads"
      empty={none('No lead of yours. Leads you create or look after stand here.')}
    >
      {({ items }) => (
        <ul className={css.rows}>
          {items.map(({ id, name, client, leadStatus, expectedRevenue }) => (
            <li key={id}>
              <span className={css.main}>
                <Link to={`/leads/${id}`}>{name}</Link>
                <span className={css.quiet}>{client?.name ?? 'No client'}</span>
              </span>
              <span className={css.state}>
                <StateText tone={toneOf(LeadStatus, leadStatus) ?? 'neutral'}>{LeadStatus.label(leadStatus)}</StateText>
              </span>
              <span className={css.figure}>
                <Money value={expectedRevenue} decimals={0} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}

function LeadFunnel(props: WidgetProps) {
  const reading = useRead(leadFunnel, {}, quiet)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={6}
      total={reading.data?.items.reduce((sum, { count }) => sum + count, 0)}
      all="/leads"
      empty={none('No leads yet.')}
    >
      {({ items }) => {
        const most = Math.max(1, ...items.map(({ weighedRevenue }) => weighedRevenue))
        return (
          <table className={css.stages}>
            <thead>
              <tr>
                <th scope="col">Status</th>
                <th scope="col">Leads</th>
                <th scope="col">Expected, USD</th>
                <td className={css.barCell} />
                <th scope="col">By probability, USD</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ leadStatus, count, expectedRevenue, weighedRevenue }) => (
                <tr key={leadStatus}>
                  <th scope="row">
                    <Link to="/leads" search={{ leadStatuses: String(leadStatus) } as never}>
                      <StateText tone={toneOf(LeadStatus, leadStatus) ?? 'neutral'}>{LeadStatus.label(leadStatus)}</StateText>
                    </Link>
                  </th>
                  <td>
                    <Num value={count} />
                  </td>
                  <td>
                    <Money value={expectedRevenue} decimals={0} plain />
                  </td>
                  <td className={css.barCell}>
                    <span className={css.track}>
                      <span style={{ width: `${(weighedRevenue / most) * 100}%` }} />
                    </span>
                  </td>
                  <td>
                    <Money value={weighedRevenue} decimals={0} plain />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }}
    </WidgetCard>
  )
}

function ClientRanking(props: WidgetProps) {
  const [type, setType] = useState<ClientRankingType>(ClientRankingType.of.ProjectsCount)
  const maySeeRevenue = useCan('ProjectContracts.ViewRevenueSums')
  const reading = useRead(topClients, { query: { type, count: 8 } }, { ...quiet, keepsOld: true })
  const types = ClientRankingType.values.filter(({ value }) => value !== ClientRankingType.of.Revenue || maySeeRevenue)
  const control = (
    <SegmentedControl
      size="xs"
      aria-label={`${props.label}: by`}
      value={String(type)}
      onChange={(value) => setType(Number(value) as ClientRankingType)}
      data={types.map(({ value, label }) => ({ value: String(value), label }))}
    />
  )
  return (
    <WidgetCard {...props} reading={reading} lines={8} controls={control} empty={none('No client has any yet.')}>
      {({ items }) => (
        <ol className={css.rows}>
          {items.map(({ id, name, rank, value, logoUrl }) => (
            <li key={id}>
              <span className={css.rank}>{rank}</span>
              <ImageTile src={logoUrl} />
              <span className={css.main}>
                <Link to={`/clients/${id}`}>{name}</Link>
              </span>
              <span className={css.figure}>
                {type === ClientRankingType.of.Revenue ? <Money value={value} decimals={0} /> : <Num value={value} />}
              </span>
            </li>
          ))}
        </ol>
      )}
    </WidgetCard>
  )
}

/** Made, changed or opened lately; the choice stays with the browser. */
function useRecentMode(key: string) {
  const place = `sort-recent-${key}`
  const [mode, setMode] = useState<RecentType>(() => {
    const kept = Number(localStorage.getItem(place))
    return RecentType.has(kept) ? kept : RecentType.of.Accessed
  })
  const control = (label: string) => (
    <SegmentedControl
      size="xs"
      aria-label={`${label}: which`}
      value={String(mode)}
      onChange={(value) => {
        localStorage.setItem(place, value)
        setMode(Number(value) as RecentType)
      }}
      data={RecentType.values.map(({ value, label }) => ({ value: String(value), label }))}
    />
  )
  return [mode, control] as const
}
const nothingRecent = (mode: RecentType, kind: string) =>
  mode === RecentType.of.Accessed ? `No ${kind} opened yet. What you open stands here.` : `No ${kind} yet.`

function RecentEquipment(props: WidgetProps) {
  const [mode, control] = useRecentMode('equipment')
  const reading = useRead(recentEquipment, { query: { mode, count: 8 } }, lately)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={8}
      all="/equipment"
      controls={control(props.label)}
      empty={none(nothingRecent(mode, 'equipment'))}
    >
      {({ items }) => (
        <ul className={css.rows}>
          {items.map(({ id, tag, model, imageUrl, manufacture, availability, msrpPrice }) => (
            <li key={id}>
              <ImageTile src={imageUrl} />
              <span className={css.main}>
                <Link to={`/equipment/${id}`}>{model}</Link>
                <span className={css.quiet}>
                  {tag}, {manufacture?.name}
                </span>
              </span>
              <span className={css.state}>
                <StateText tone={toneOf(EquipmentAvailability, availability)!}>{EquipmentAvailability.label(availability)}</StateText>
              </span>
              <span className={css.figure}>
                <Money value={msrpPrice} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}

function RecentManufacturers(props: WidgetProps) {
  const [mode, control] = useRecentMode('manufacturers')
  const reading = useRead(recentManufacturers, { query: { mode, count: 8 } }, lately)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={8}
      all="/manufacturers"
      controls={control(props.label)}
      empty={none(nothingRecent(mode, 'manufacturers'))}
    >
      {({ items }) => (
        <ul className={css.rows}>
          {items.map(({ id, name, logoUrl, updateDate }) => (
            <li key={id}>
              <ImageTile src={logoUrl} />
              <span className={css.main}>
                <Link to={`/manufacturers/${id}`}>{name}</Link>
              </span>
              <span className={css.when}>
                <DateTime value={updateDate} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}

const downloadsOf = (call: typeof myDownloads | typeof externalDownloads) =>
  function MyDownloads(props: WidgetProps) {
    const reading = useRead(call as typeof myDownloads, {}, quiet)
    return (
      <WidgetCard
        {...props}
        reading={reading}
        lines={5}
        all="/download-center"
        empty={none('No downloads yet. Export a list, or ask for a report in a project.')}
      >
        {({ items }) => (
          <ul className={css.rows}>
            {items.map((task) => (
              <Download key={task.id} task={task} />
            ))}
          </ul>
        )}
      </WidgetCard>
    )
  }

const Download = ({ task: { fileName, url, status, createDate } }: { task: RowOf<typeof downloadTasks> }) => (
  <li>
    <span className={css.main}>
      {url ? (
        <a href={url} download={fileName}>
          {fileName}
        </a>
      ) : (
        fileName
      )}
    </span>
    <span className={css.state}>
      <StateText tone={toneOf(DownloadStatus, status)!}>{DownloadStatus.label(status)}</StateText>
    </span>
    <span className={css.when}>
      <DateTime value={createDate} />
    </span>
  </li>
)

const sumOf = (figures: StageFigures[], key: 'count' | 'totalMsrpPrice') => figures.reduce((sum, one) => sum + one[key], 0)

function ProjectsByStage(props: WidgetProps) {
  const reading = useRead(projectsByStage, {}, quiet)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={8}
      total={reading.data && sumOf(reading.data.items, 'count')}
      empty={none('No projects yet.')}
    >
      {({ items }) => {
        const most = Math.max(...items.map(({ count }) => count))
        const stages = ProjectStage.values.filter(({ value }) => items.some(({ stage }) => stage === value))
        return (
          <table className={css.stages}>
            <thead>
              <tr>
                <th scope="col">Stage and status</th>
                <td className={css.barCell} />
                <th scope="col">Projects</th>
                <th scope="col">MSRP, USD</th>
              </tr>
            </thead>
            <tbody>
              {stages.map(({ value: stage, label }) => {
                const of = items.filter((one) => one.stage === stage)
                const { to } = listOfStage[stage]
                return (
                  <Fragment key={stage}>
                    <tr data-group>
                      <th scope="row">
                        <Link to={to}>{label}</Link>
                      </th>
                      <td className={css.barCell} />
                      <td>
                        <Num value={sumOf(of, 'count')} />
                      </td>
                      <td>
                        <Money value={sumOf(of, 'totalMsrpPrice')} decimals={0} plain />
                      </td>
                    </tr>
                    {of.map(({ projectStatus, count, totalMsrpPrice }) => (
                      <tr key={projectStatus}>
                        <th scope="row">
                          <Link to={to} search={{ projectStatuses: String(projectStatus) } as never}>
                            <StateText tone={toneOf(ProjectStatus, projectStatus) ?? 'neutral'}>
                              {ProjectStatus.label(projectStatus)}
                            </StateText>
                          </Link>
                        </th>
                        <td className={css.barCell}>
                          <span className={css.track}>
                            <span style={{ width: `${(count / most) * 100}%` }} />
                          </span>
                        </td>
                        <td>
                          <Num value={count} />
                        </td>
                        <td>
                          <Money value={totalMsrpPrice} decimals={0} plain />
                        </td>
                      </tr>
                    ))}
                  </Fragment>
                )
              })}
            </tbody>
          </table>
        )
      }}
    </WidgetCard>
  )
}

function CatalogueHealth(props: WidgetProps) {
  const reading = useRead(catalogueHealth, {}, quiet)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={5}
      all="/catalogue-health"
      empty={({ total }) => (total === 0 ? 'The catalogue is empty.' : undefined)}
    >
      {({ total, requireReview, deprecated, withoutPrice, duplicates }) => (
        <dl className={css.figures}>
          {(
            [
              ['Equipment', total, undefined],
              ['Require review', requireReview, 'attention'],
              ['Deprecated', deprecated, 'bad'],
              ['Without price', withoutPrice, 'attention'],
              ['Groups of possible duplicates', duplicates, 'attention'],
            ] as const
          ).map(([name, figure, tone]) => (
            <div key={name}>
              <dt>{tone ? <StateText tone={figure > 0 ? tone : 'good'}>{name}</StateText> : name}</dt>
              <dd>
                <Num value={figure} />
                {tone && total > 0 && <span className={css.share}>{((figure / total) * 100).toFixed(1)} %</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </WidgetCard>
  )
}

function RecentActivity(props: WidgetProps) {
  const reading = useRead(recentActivity, {}, quiet)
  const mayVisit = useMayVisit()
  const addressOf = ({ project, entity, entityId }: RecentEntry) => {
    if (project.stage === ProjectStage.of.Lead) return mayVisit('/leads/$id') ? `/leads/${project.id}` : undefined
    return entity === 'spaces' ? `/projects/${project.id}/spaces/${entityId}` : `/projects/${project.id}`
  }
  return (
    <WidgetCard {...props} reading={reading} lines={8} empty={none('Nothing has happened yet.')}>
      {({ items }) => (
        <ul className={css.rows}>
          {(items as RecentEntry[]).map((entry) => {
            const { id, title, notes, createDate, createdBy, entityName, project } = entry
            const name = entityName ? `${entityName}, ${project.name}` : project.name
            const address = addressOf(entry)
            return (
              <li key={id}>
                {createdBy && <UserAvatar user={createdBy} />}
                <span className={css.main}>
                  {address ? <Link to={address}>{name}</Link> : name}
                  <span className={css.quiet}>{notes ? `${title}: ${notes}` : title}</span>
                </span>
                <span className={css.when}>
                  <DateTime value={createDate} />
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </WidgetCard>
  )
}

export const widgetBodies: Record<WidgetKey | ExternalWidgetKey, ComponentType<WidgetProps>> = {
  myProjects: MyProjects,
  myLeads: MyLeads,
  leadFunnel: LeadFunnel,
  clientRanking: ClientRanking,
  recentEquipment: RecentEquipment,
  recentManufacturers: RecentManufacturers,
  myDownloads: downloadsOf(myDownloads),
  projectsByStage: ProjectsByStage,
  catalogueHealth: CatalogueHealth,
  recentActivity: RecentActivity,
}
