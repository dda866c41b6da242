import { SegmentedControl } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { EquipmentAvailability } from '../../model/catalog/enums.ts'
import {
  type ExternalWidgetKey,
  externalDownloads,
  externalMyProjects,
  myDownloads,
  myLeads,
  myProjects,
  type RecentEntry,
  recentActivity,
  recentEquipment,
  recentManufacturers,
  type WidgetKey,
} from '../../model/dashboard/widgets.ts'
import { RecentType } from '../../model/kit/enums.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { LeadStatus, ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'
import type { downloadTasks } from '../../model/reports/download-tasks.ts'
import { DownloadStatus } from '../../model/reports/enums.ts'
import { EquipmentTile } from '../catalog/public.tsx'
import { Money } from '../kit/look/format.tsx'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { ImageTile, initialsFromName, UserAvatar } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { useMayVisit } from '../kit/request/can.ts'
import { useSession } from '../kit/request/session.ts'
import { ClientRanking } from './client-ranking.tsx'
import { ContractsAtRisk } from './contracts-at-risk.tsx'
import css from './dashboard.module.css'
import { CatalogHealth, LeadFunnel, ProjectsByStage } from './figure-widgets.tsx'
import { MyHours, Utilization } from './hours-widgets.tsx'
import { MyEquipment, SharedReports } from './outside-widgets.tsx'
import { PendingApprovals } from './pending-approvals.tsx'
import { MyRequests, OffersForMe, PendingOffers, PendingShiftRequests } from './request-widgets.tsx'
import { UpcomingDates } from './upcoming-dates.tsx'
import { none, quiet, WidgetCard, type WidgetProps, WidgetRow } from './widget-card.tsx'

/** No event reports recently opened rows, so this query refetches on every mount and shows the previous data meanwhile. */
const freshOptions = { isQuiet: true, keepsOld: true, staleTime: 0 }
function MyProjects(props: WidgetProps) {
  const { isExternal } = useSession()
  return isExternal ? <SharedProjects {...props} /> : <OwnProjects {...props} />
}

function SharedProjects(props: WidgetProps) {
  const reading = useRead(externalMyProjects, {}, quiet)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={4}
      total={reading.data?.total}
      all="/external-projects"
      empty={none('No project has been shared with you yet.')}
    >
      {({ items }) => (
        <ul className={css.rows}>
          {items.map(({ id, name, client, projectStatus }) => (
            <WidgetRow
              key={id}
              name={name}
              to={`/external-projects/${id}`}
              note={client?.name ?? ''}
              state={<ChoiceText options={ProjectStatus} value={projectStatus} />}
            />
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}

function OwnProjects(props: WidgetProps) {
  const reading = useRead(myProjects, {}, quiet)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={8}
      total={reading.data?.total}
      empty={none('You have no open projects. Projects you create or work on appear here.')}
    >
      {({ items }) => (
        <ul className={css.rows}>
          {items.map(({ id, name, client, projectStatus, totalPrice }) => (
            <WidgetRow
              key={id}
              name={name}
              to={`/projects/${id}`}
              note={client?.name ?? 'No client'}
              state={<ChoiceText options={ProjectStatus} value={projectStatus} />}
              figure={<Money value={totalPrice} decimals={0} />}
            />
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
      empty={none('You have no leads. Leads you create or look after appear here.')}
    >
      {({ items }) => (
        <ul className={css.rows}>
          {items.map(({ id, name, client, leadStatus, expectedRevenue }) => (
            <WidgetRow
              key={id}
              name={name}
              to={`/leads/${id}`}
              note={client?.name ?? 'No client'}
              state={<ChoiceText options={LeadStatus} value={leadStatus} />}
              figure={<Money value={expectedRevenue} decimals={0} />}
            />
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}

function useRecentMode(key: string) {
  const storageKey = `sort-recent-${key}`
  const [mode, setMode] = useState<RecentType>(() => {
    const storedSort = Number(localStorage.getItem(storageKey))
    return RecentType.has(storedSort) ? storedSort : RecentType.Accessed
  })
  const control = (label: string) => (
    <SegmentedControl
      size="xs"
      aria-label={`${label}: which`}
      value={String(mode)}
      onChange={(value) => {
        localStorage.setItem(storageKey, value)
        setMode(Number(value) as RecentType)
      }}
      data={RecentType.values.map(({ value, label }) => ({ value: String(value), label }))}
    />
  )
  return [mode, control] as const
}
const nothingRecent = (mode: RecentType, kind: string) =>
  mode === RecentType.Accessed ? `No ${kind} opened yet. What you open appears here.` : `No ${kind} yet.`

function RecentEquipment(props: WidgetProps) {
  const [mode, control] = useRecentMode('equipment')
  const reading = useRead(recentEquipment, { query: { mode, count: 8 } }, freshOptions)
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
          {items.map((item) => (
            <WidgetRow
              key={item.id}
              mark={<EquipmentTile item={item} />}
              name={item.model}
              to={`/equipment/${item.id}`}
              note={`${item.tag}, ${item.manufacture?.name}`}
              state={<ChoiceText options={EquipmentAvailability} value={item.availability} />}
              figure={<Money value={item.msrpPrice || null} />}
            />
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}

function RecentManufacturers(props: WidgetProps) {
  const [mode, control] = useRecentMode('manufacturers')
  const reading = useRead(recentManufacturers, { query: { mode, count: 8 } }, freshOptions)
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
            <WidgetRow
              key={id}
              mark={<ImageTile src={logoUrl} instead={initialsFromName(name)} />}
              name={name}
              to={`/manufacturers/${id}`}
              when={updateDate}
            />
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}

function MyDownloads(props: WidgetProps) {
  const { isExternal } = useSession()
  const reading = useRead(isExternal ? externalDownloads : myDownloads, {}, quiet)
  const hint = isExternal ? '' : ' Export a list, or ask for a report in a project.'
  return (
    <WidgetCard {...props} reading={reading} lines={5} all="/download-center" empty={none(`No downloads yet.${hint}`)}>
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
  <WidgetRow
    name={
      url ? (
        <a href={url} download={fileName}>
          {fileName}
        </a>
      ) : (
        fileName
      )
    }
    state={<ChoiceText options={DownloadStatus} value={status} />}
    when={createDate}
  />
)

function RecentActivity(props: WidgetProps) {
  const reading = useRead(recentActivity, {}, quiet)
  const mayVisit = useMayVisit()
  const addressOf = ({ project, entity, entityId }: RecentEntry) => {
    if (project.stage === ProjectStage.Lead) return mayVisit('/leads/$id') ? `/leads/${project.id}` : undefined
    return entity === 'spaces' ? `/projects/${project.id}/spaces/${entityId}` : `/projects/${project.id}`
  }
  return (
    <WidgetCard {...props} reading={reading} lines={8} empty={none('Nothing has happened yet.')}>
      {({ items }) => (
        <ul className={css.rows}>
          {items.map((entry) => {
            const { title, notes, createDate, createdBy, entityName, project } = entry
            return (
              <WidgetRow
                key={entry.id}
                mark={createdBy && <UserAvatar user={createdBy} />}
                name={entityName ? `${entityName}, ${project.name}` : project.name}
                to={addressOf(entry)}
                note={notes ? `${title}: ${notes}` : title}
                when={createDate}
              />
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
  myHours: MyHours,
  pendingApprovals: PendingApprovals,
  utilization: Utilization,
  leadFunnel: LeadFunnel,
  clientRanking: ClientRanking,
  contractsAtRisk: ContractsAtRisk,
  recentEquipment: RecentEquipment,
  recentManufacturers: RecentManufacturers,
  myDownloads: MyDownloads,
  sharedReports: SharedReports,
  myEquipment: MyEquipment,
  projectsByStage: ProjectsByStage,
  catalogueHealth: CatalogHealth,
  recentActivity: RecentActivity,
  offersForMe: OffersForMe,
  myRequests: MyRequests,
  pendingOffers: PendingOffers,
  pendingShiftRequests: PendingShiftRequests,
  upcomingDates: UpcomingDates,
}
