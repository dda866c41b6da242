import { ActionIcon, Menu } from '@mantine/core'
import { LinkedProjectStatus } from '../../model/integrations/enums.ts'
import type { ProjectLink } from '../../model/integrations/project-links.ts'
import { IconDots } from '../kit/look/icons.ts'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StateText } from '../kit/parts/state-pill.tsx'
import { can } from '../kit/request/can.ts'
import { jiraKind, type LinkKind, msTeamsKind } from './kinds.ts'
import { isLinked, type Linkable, useLinkActs } from './link-actions.tsx'
import css from './links.module.css'

interface Props {
  project: { id: number; name: string; links: readonly ProjectLink[] }
  isClosed: boolean
}

export function ProjectLinks({ project, isClosed }: Props) {
  const kinds = [jiraKind, msTeamsKind].filter(
    ({ system, create }) => can(create.permission) || project.links.some((link) => link.system === system),
  )
  if (kinds.length === 0) return null
  return (
    <section aria-label="Jira and Teams">
      <h2>Jira and Teams</h2>
      <div className={css.links}>
        {kinds.map((kind) => (
          <OneLink key={kind.service} kind={kind} project={project} isClosed={isClosed} />
        ))}
      </div>
    </section>
  )
}

function OneLink({ kind, project, isClosed }: Props & { kind: LinkKind }) {
  const link = project.links.find(({ system }) => system === kind.system)
  const { items, dialogs, reason } = useLinkActs(kind)
  const linkable: Linkable = {
    id: project.id,
    name: project.name,
    isClosed,
    status: link?.status,
    externalId: link?.externalId ?? null,
    externalKey: link?.externalKey ?? null,
    nameThere: link?.name ?? null,
  }
  const menu = items(linkable)
  return (
    <div className={css.link}>
      <span>{kind.name}</span>
      <span className={css.there}>
        {link && isLinked(linkable) ? (
          <>
            <Name link={link} />
            <State status={link.status} />
          </>
        ) : (
          <span className="dna-muted">{reason ?? 'Not linked'}</span>
        )}
      </span>
      {menu && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`Actions for ${kind.name}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>{menu}</Menu.Dropdown>
        </Menu>
      )}
      {link?.lastError && <p className={css.problem}>{link.lastError}</p>}
      {dialogs}
    </div>
  )
}

function Name({ link: { url, externalKey, name } }: { link: ProjectLink }) {
  const linkText = externalKey ?? name
  return url ? (
    <a href={url} target="_blank" rel="noreferrer" className="dna-link" title={name ?? undefined}>
      {linkText}
    </a>
  ) : (
    <span>{linkText}</span>
  )
}

/** The normal state is not labeled. */
function State({ status }: { status: LinkedProjectStatus }) {
  if (status === LinkedProjectStatus.Succeeded) return null
  return <StateText tone={stateTone(LinkedProjectStatus, status) ?? 'neutral'}>{LinkedProjectStatus.label(status)}</StateText>
}
