import { Button, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { revisions } from '../../model/reports/revisions.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { currentDay } from '../kit/look/clock.ts'
import { toast } from '../kit/look/toasts.tsx'
import { ListPage, UserAvatar } from '../kit/pages.tsx'
import { resourceCalls } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { Approvals } from '../portal/public.tsx'
import { isReadOnly, type Project, ProjectTab } from '../projects/public.tsx'

export function RevisionsPage() {
  return <ProjectTab title="Revisions">{(project) => <Revisions project={project} />}</ProjectTab>
}

function Revisions({ project }: { project: Project }) {
  const [isIssuing, setIssuing] = useState(false)
  const navigate = useNavigate()
  const params = { id: project.id }
  const { create } = resourceCalls(revisions)
  const compare = `/projects/${project.id}/revisions/compare`
  return (
    <>
      <ListPage
        resource={revisions}
        title="Revisions"
        under={params}
        create="no"
        rowHref={({ id }) => `${compare}?issue=${id}`}
        cells={{
          issuedBy: (person) => person && <UserAvatar user={person} withName />,
        }}
        columnWidths={{ issuedBy: 184 }}
        rowMenu={({ id }) => <Menu.Item onClick={() => void navigate({ to: compare, search: { from: id } })}>Compare with today</Menu.Item>}
        actions={
          create && can(create.permission) && !isReadOnly(project) && <Button onClick={() => setIssuing(true)}>Issue revision</Button>
        }
        empty="Nothing has been issued yet. A revision captures the project as of that day, so that later changes can be compared with it."
      />
      <Approvals projectId={project.id} />
      {create && (
        <CallDialog
          call={create}
          resource={revisions}
          opened={isIssuing}
          onClose={() => setIssuing(false)}
          title="Issue revision"
          verb="Issue revision"
          params={params}
          start={{ issueDate: currentDay() }}
          invalidates={[revisions]}
          onDone={({ code }) => toast.success(`${code} is issued and will not change.`)}
        />
      )}
    </>
  )
}
