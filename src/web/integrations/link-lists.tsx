import { LinkedProjectStatus, MsTeamVisibility } from '../../model/integrations/enums.ts'
import { jiraProjects, msTeamsProjects } from '../../model/integrations/linked-projects.ts'
import { missingWords } from '../../model/integrations/services.ts'
import type { ProjectStage } from '../../model/projects/enums.ts'
import { isReadOnlyStage } from '../../model/projects/stages.ts'
import { DateTime } from '../kit/look/format.tsx'
import { ListPage, Strip } from '../kit/pages.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StateText } from '../kit/parts/state-pill.tsx'
import { ConnectionsLink } from './connections-link.tsx'
import { jiraKind, type LinkKind, msTeamsKind } from './kinds.ts'
import { useIsReady, useLinkActs } from './link-actions.tsx'
import css from './links.module.css'

const projectHref = ({ id }: { id: number }) => `/projects/${id}`
const statusText = (status: LinkedProjectStatus) =>
  status === LinkedProjectStatus.Idle ? (
    <span className="dna-muted">Not linked</span>
  ) : (
    <StateText tone={stateTone(LinkedProjectStatus, status) ?? 'neutral'}>{LinkedProjectStatus.label(status)}</StateText>
  )
const linked = (text: string | null, url: string | null) =>
  text && url ? (
    <a href={url} target="_blank" rel="noreferrer" className="dna-link">
      {text}
    </a>
  ) : (
    text
  )
const problemCell = (text: string | null) => text && <span className={css.whole}>{text}</span>

interface Row {
  id: number
  name: string
  stage: ProjectStage
  status: LinkedProjectStatus
  externalId?: string | null
  externalKey: string | null
  nameThere: string | null
}

function useRowMenu(kind: LinkKind) {
  const { items, dialogs } = useLinkActs(kind)
  const rowMenu = ({ id, name, stage, status, externalId = null, externalKey, nameThere }: Row) =>
    items({ id, name, isClosed: isReadOnlyStage(stage), status, externalId, externalKey, nameThere })
  return { rowMenu, dialogs }
}

/** Integration status. The line is always rendered, so the list does not shift when the status loads. */
function Notice({ kind }: { kind: LinkKind }) {
  const { isKnown, reason, missing, ends, lastOk } = useIsReady(kind)
  return (
    <Strip tone={reason || ends ? 'warning' : 'quiet'}>
      {reason ? (
        <span>
          {`${reason} Missing: ${missingWords(missing)}. `}
          <ConnectionsLink />
        </span>
      ) : ends ? (
        <span>{ends}</span>
      ) : isKnown ? (
        <span>
          {kind.name} is configured. Last success: <DateTime value={lastOk} />
        </span>
      ) : (
        <span>&nbsp;</span>
      )}
    </Strip>
  )
}

const empty = 'No projects yet. Create one there for any project.'

export function JiraPage() {
  const { rowMenu, dialogs } = useRowMenu(jiraKind)
  return (
    <>
      <Notice kind={jiraKind} />
      <ListPage
        resource={jiraProjects}
        title="Jira projects"
        create="no"
        rowHref={projectHref}
        rowMenu={rowMenu}
        cells={{
          status: statusText,
          externalKey: (key, { url }) => linked(key, url),
          lastError: problemCell,
        }}
        empty={empty}
      />
      {dialogs}
    </>
  )
}

export function MsTeamsPage() {
  const { rowMenu, dialogs } = useRowMenu(msTeamsKind)
  return (
    <>
      <Notice kind={msTeamsKind} />
      <ListPage
        resource={msTeamsProjects}
        title="Teams of projects"
        create="no"
        rowHref={projectHref}
        rowMenu={rowMenu}
        cells={{
          status: statusText,
          nameThere: (name, { url }) => linked(name, url),
          visibility: (visibility) => visibility !== null && MsTeamVisibility.label(visibility),
          lastError: problemCell,
        }}
        empty={empty}
      />
      {dialogs}
    </>
  )
}
