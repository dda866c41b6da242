import { Menu } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Resource } from '../../model/kit/description.ts'
import type { Enumeration } from '../../model/kit/enumeration.ts'
import { LeadStatus, ProjectStage, ProjectStatus } from '../../model/projects/enums.ts'
import type { setLeadStatus } from '../../model/projects/leads.ts'
import type { setProjectStatus } from '../../model/projects/project-calls.ts'
import { reasonForMove } from '../../model/projects/stages.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { commentRequired } from '../kit/form/form.ts'
import { toast } from '../kit/look/toasts.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StateButton, StatePill } from '../kit/parts/state-pill.tsx'
import { useCall } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'

interface StatusMenuProps {
  call: typeof setLeadStatus | typeof setProjectStatus
  resource: Resource
  row: { id: number; name: string; rowVersion: number; nextStatuses?: readonly number[] | null; statusBeforePause?: number | null }
  stage: ProjectStage
  options: Enumeration
  status: number | null
  /** Reason a transition is blocked. It remains visible in the menu but is disabled. */
  waitsFor?: (status: number) => string | undefined
  steps?: ReactNode
}

export function StatusMenu({ call, resource, row, stage, options, status, waitsFor, steps }: StatusMenuProps) {
  const { id, name, rowVersion, nextStatuses, statusBeforePause } = row
  const [pendingStatus, setAsked] = useState<number>()
  const statusOf = (answer: any) => (stage === ProjectStage.Lead ? answer.leadStatus : answer.projectStatus)
  const set = useCall(call as typeof setProjectStatus, {
    onDone: (answer) => toast.success(`${name}: ${options.label(statusOf(answer))}.`),
  })
  const tone = stateTone(options, status) ?? 'neutral'
  const label = options.label(status)
  const moves = nextStatuses ?? []
  if (!can(call.permission) || (moves.length === 0 && !steps)) return <StatePill tone={tone}>{label}</StatePill>
  const state = { stage, leadStatus: LeadStatus.has(status) ? status : null, projectStatus: ProjectStatus.has(status) ? status : null }
  const move = (next: number) =>
    reasonForMove({ ...state, statusBeforePause }, next)
      ? setAsked(next)
      : set.mutate({ params: { id }, body: { status: next, comment: null, rowVersion } })
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <StateButton tone={tone} disabled={set.isPending}>
            {label}
          </StateButton>
        </Menu.Target>
        <Menu.Dropdown>
          {moves.map((next) => {
            const missing = waitsFor?.(next)
            return (
              <Menu.Item key={next} disabled={missing !== undefined} onClick={() => move(next)}>
                {options.label(next)}
                {missing && <div className="dna-hint">{missing}</div>}
              </Menu.Item>
            )
          })}
          {moves.length > 0 && steps && <Menu.Divider />}
          {steps}
        </Menu.Dropdown>
      </Menu>
      <CallDialog
        call={call}
        resource={resource}
        opened={pendingStatus !== undefined}
        onClose={() => setAsked(undefined)}
        title={`${name}: ${options.label(pendingStatus)}`}
        verb="Save"
        params={{ id }}
        preset={{ status: pendingStatus, rowVersion }}
        requires={commentRequired}
      />
    </>
  )
}
