import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { revisions } from '../../model/reports/revisions.ts'
import { ListPage, UserAvatar } from '../kit/pages.tsx'
import { Approvals } from '../portal/public.tsx'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'
import { IssueRevision } from './issue-revision.tsx'

export function RevisionsPage() {
  return <ProjectTab title="Revisions">{(project) => <Revisions project={project} />}</ProjectTab>
}

function Revisions({ project }: { project: Project }) {
  const navigate = useNavigate()
  const compare = `/projects/${project.id}/revisions/compare`
  return (
    <>
      <ListPage
        resource={revisions}
        title="Revisions"
        under={{ id: project.id }}
        create="no"
        rowHref={({ id }) => `${compare}?issue=${id}`}
        cells={{
          issuedBy: (person) => person && <UserAvatar user={person} withName />,
        }}
        columnWidths={{ issuedBy: 184 }}
        rowMenu={({ id }) => <Menu.Item onClick={() => void navigate({ to: compare, search: { from: id } })}>Compare with today</Menu.Item>}
        actions={!isReadOnly(project) && <IssueRevision projectId={project.id} />}
        empty="Nothing has been issued yet. A revision captures the project as of that day, so that later changes can be compared with it."
      />
      <Approvals projectId={project.id} />
    </>
  )
}
