import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Finding, restoreFinding, waiveFinding } from '../../model/checks/design-check.ts'
import { projects } from '../../model/projects/projects.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { invalidateEntity } from '../kit/request/call.ts'
import { createIdempotencyKey, request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'

export function useWaiving(projectId: number) {
  const [pendingFinding, setAsked] = useState<Finding>()
  async function send(run: () => Promise<unknown>, message: string, undo?: () => void) {
    try {
      await run()
      await invalidateEntity(projects.entity, projectId)
      toast.success(message, { undo })
    } catch (error) {
      showError(error)
    }
  }
  const open = ({ key }: Finding) => request(restoreFinding, { params: { id: projectId, key } })
  const waive = ({ key }: Finding, reason: string) =>
    request(waiveFinding, { params: { id: projectId }, body: { key, reason }, idempotencyKey: createIdempotencyKey() })
  const restore = (finding: Finding) =>
    void send(
      () => open(finding),
      'The finding is open again.',
      () => void send(() => waive(finding, finding.reason ?? ''), 'Undone.'),
    )
  const dialog = (
    <CallDialog
      call={waiveFinding}
      resource={projects}
      opened={pendingFinding !== undefined}
      onClose={() => setAsked(undefined)}
      title={`Waive: ${pendingFinding?.text ?? ''}`}
      verb="Waive"
      params={{ id: projectId }}
      preset={{ key: pendingFinding?.key }}
      onDone={() => {
        const waived = pendingFinding
        if (waived) toast.success('Waived until its figures change.', { undo: () => void send(() => open(waived), 'Undone.') })
      }}
    />
  )
  return { ask: setAsked, restore, dialog }
}
export type Waiving = ReturnType<typeof useWaiving>

export const WaiveButton = ({ finding, waiving }: { finding: Finding; waiving: Waiving }) =>
  finding.waivedBy ? (
    <Button size="compact-xs" variant="default" aria-label={`Restore: ${finding.text}`} onClick={() => waiving.restore(finding)}>
      Restore
    </Button>
  ) : (
    <Button size="compact-xs" variant="default" aria-label={`Waive: ${finding.text}`} onClick={() => waiving.ask(finding)}>
      Waive
    </Button>
  )
