import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatUsd } from '../../model/kit/money.ts'
import { ClientState, ProjectType } from '../../model/projects/enums.ts'
import { leads } from '../../model/projects/leads.ts'
import { type Derivation, howTotalPrice, installationCost } from '../../model/projects/money.ts'
import { projectStats } from '../../model/projects/project-calls.ts'
import { projectCompanies } from '../../model/projects/project-companies.ts'
import { projects } from '../../model/projects/projects.ts'
import { CheckSummary } from '../checks/public.tsx'
import { mentionsOf } from '../inbox/public.tsx'
import { ProjectLinks } from '../integrations/public.tsx'
import { DateOnly } from '../kit/look/format.tsx'
import { ActivityPanel, AddressSummary, Panel, Strip, UserAvatar } from '../kit/pages.tsx'
import { RichText } from '../kit/parts/rich-text.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { IssueRevision } from '../reports/public.tsx'
import { HowItAddsUp } from './how-it-adds-up.tsx'
import { useOtherLife } from './other-lifecycle.tsx'
import { CompaniesPanel } from './project-companies.tsx'
import { isReadOnlyProject, listOfStage, type Project, ProjectTab } from './project-head.tsx'
import { ProjectPicture } from './project-picture.tsx'
import css from './project-tabs.module.css'

const formatCountOrDots = (value: number | undefined) => (value === undefined ? '…' : value.toLocaleString('en-US'))

export function ProjectPage() {
  const { id = '' } = useParams({ strict: false })
  const elsewhere = useOtherLife(id, resourceCalls(projects).read, resourceCalls(leads).read, '/leads')
  return (
    elsewhere ?? (
      <ProjectTab title="Overview" actions={(project) => <NextStep project={project} />}>
        {(project) => <Overview project={project} />}
      </ProjectTab>
    )
  )
}

/** A project without rooms or equipment needs these first; one that has both is issued. */
function NextStep({ project }: { project: Project }) {
  if (isReadOnlyProject(project)) return null
  if (project.spaceCount > 0 && project.equipmentCount > 0) return <IssueRevision projectId={project.id} />
  if (!can(projects.permission.update ?? 'internal')) return null
  return (
    <Button component={Link} to={`/projects/${project.id}/spaces`} c="var(--dna-on-accent)">
      {project.spaceCount > 0 ? 'Add equipment' : 'Add spaces'}
    </Button>
  )
}

function Overview({ project }: { project: Project }) {
  const { data: stats } = useRead(projectStats, { params: { id: project.id } }, { isQuiet: true })
  return (
    <div className={css.page}>
      {isReadOnlyProject(project) && (
        <Strip tone="quiet">This project is {listOfStage[project.stage].label.split(' ')[0]!.toLowerCase()}; its prices are frozen.</Strip>
      )}
      <div className={css.figures}>
        <Figure label="Spaces">{formatCountOrDots(project.spaceCount)}</Figure>
        <Figure label="Equipment, pieces">{formatCountOrDots(project.equipmentCount)}</Figure>
        <Figure label="Equipment, MSRP">{formatUsd(project.totalMsrpPrice)}</Figure>
        <Figure label={`Installation, factor ${project.installationFactor}`}>
          {formatUsd(installationCost(project.totalMsrpPrice, project.installationFactor))}
        </Figure>
        <Figure label="Total" how={() => [howTotalPrice(project)]}>
          {formatUsd(project.totalPrice)}
        </Figure>
      </div>
      <div className={css.columns}>
        <div className={css.main}>
          <ProjectPicture project={project}>
            {project.description && (
              <Panel title="Description">
                <RichText html={project.description} />
              </Panel>
            )}
            <CompaniesPanel calls={projectCompanies} id={project.id} readOnly={isReadOnlyProject(project)} />
            {can('ProjectActivityLogs.View') && (
              <ActivityPanel resource={projects} id={project.id} below={mentionsOf(projects, project.id)} />
            )}
          </ProjectPicture>
        </div>
        <aside className={css.side} aria-label="About the project">
          <Picture src={project.imageUrl} />
          <h2>Team</h2>
          <dl className={css.facts}>
            <Fact label="Consultant">{project.associateConsultant && <UserAvatar user={project.associateConsultant} withName />}</Fact>
            <Fact label="Manager">{project.projectManager && <UserAvatar user={project.projectManager} withName />}</Fact>
          </dl>
          <h2>Client</h2>
          <dl className={css.facts}>
            <Fact label="Client">
              {project.client ? (
                can('Clients.View') ? (
                  <Link to={`/clients/${project.client.id}`} className="dna-link">
                    {project.client.name}
                  </Link>
                ) : (
                  project.client.name
                )
              ) : undefined}
            </Fact>
            <Fact label="State">{ClientState.label(project.clientState)}</Fact>
            <Fact label="Type">{ProjectType.label(project.type)}</Fact>
          </dl>
          <CheckSummary projectId={project.id} />
          <h2>Place and time</h2>
          <dl className={css.facts}>
            <Fact label="Address">{project.address && <AddressSummary address={project.address} />}</Fact>
            <Fact label="Area">{project.totalArea > 0 && `${project.totalArea.toLocaleString('en-US')} sq ft`}</Fact>
            <Fact label="Start">
              <DateOnly value={project.startDate} />
            </Fact>
            <Fact label="Target">
              <DateOnly value={project.targetDate} />
            </Fact>
            <Fact label="Hours">
              {project.tempoUrl && (
                <a href={project.tempoUrl} target="_blank" rel="noreferrer" className="dna-link">
                  Tempo
                </a>
              )}
            </Fact>
          </dl>
          <ProjectLinks project={project} isClosed={isReadOnlyProject(project)} />
          <h2>In this project</h2>
          <dl className={css.facts}>
            <Fact label="Buildings">{formatCountOrDots(stats?.buildingsCount)}</Fact>
            <Fact label="Documents">{formatCountOrDots(stats?.documentsCount)}</Fact>
            <Fact label="Contracts">{formatCountOrDots(stats?.contractsCount)}</Fact>
            <Fact label="Notes">{formatCountOrDots(stats?.notesCount)}</Fact>
          </dl>
        </aside>
      </div>
    </div>
  )
}

function Picture({ src }: { src: string | null }) {
  const [failed, setFailed] = useState<string>()
  if (!src || failed === src) return null
  return <img className={css.picture} src={src} alt="" onError={() => setFailed(src)} />
}

function Figure({ label, how, children }: { label: string; how?: () => Derivation[]; children: ReactNode }) {
  return (
    <div className={css.figure}>
      <span>
        {label}
        {how && <HowItAddsUp of={label} how={how} />}
      </span>
      <output aria-label={label}>{children}</output>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children || <span className="dna-muted">–</span>}</dd>
    </>
  )
}
