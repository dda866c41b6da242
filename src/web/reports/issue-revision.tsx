import { Button } from '@mantine/core'
import { useState } from 'react'
import { revisions } from '../../model/reports/revisions.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { currentDay } from '../kit/look/clock.ts'
import { toast } from '../kit/look/toasts.tsx'
import { resourceCalls } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'

const { create } = resourceCalls(revisions)

/** Button with its dialog. Absent without the permission; the caller leaves it out of closed projects. */
export function IssueRevision({ projectId }: { projectId: number }) {
  const [isIssuing, setIssuing] = useState(false)
  if (!create || !can(revisions.permission.view) || !can(create.permission)) return null
  return (
    <>
      <Button onClick={() => setIssuing(true)}>Issue revision</Button>
      <CallDialog
        call={create}
        resource={revisions}
        opened={isIssuing}
        onClose={() => setIssuing(false)}
        title="Issue revision"
        verb="Issue revision"
        params={{ id: projectId }}
        start={{ issueDate: currentDay() }}
        invalidates={[revisions]}
        onDone={({ code }) => toast.success(`${code} is issued and will not change.`)}
      />
    </>
  )
}
