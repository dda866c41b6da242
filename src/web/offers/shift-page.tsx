import { useLocation } from '@tanstack/react-router'
import { addMonths } from '../../model/kit/dates.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { shiftRequests } from '../../model/offers/shift-requests.ts'
import { canDeleteShift, ownsShift } from '../../model/offers/shift-steps.ts'
import { ResourceShiftRequestState } from '../../model/planning/enums.ts'
import { stageObstacle } from '../../model/projects/stage-guards.ts'
import { WatchButton } from '../inbox/public.tsx'
import type { Controls } from '../kit/form/controls.tsx'
import { ActivityPanel, FormPage, hidden } from '../kit/pages.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { can } from '../kit/request/can.ts'
import { session } from '../kit/request/session.ts'
import { AskedHours, MonthsPanel } from './months-table.tsx'
import { availableShiftSteps } from './open-steps.ts'
import { ProjectWords } from './project-texts.tsx'
import { DecisionBar } from './request-steps.tsx'
import { ShiftLinesControl } from './shift-lines.tsx'
import { usePreset } from './wish.ts'

type Shift = RowOf<typeof shiftRequests>
const { Draft, Approved } = ResourceShiftRequestState

function shiftLockReason(shift: Shift): string | undefined {
  if (shift.state === Approved) return 'The request is approved. To undo it, archive its contract.'
  if (shift.rejectReason) return `Rejected: ${shift.rejectReason}`
  if (shift.state !== Draft) return 'The request is waiting for a decision. Recall it to change it.'
  const obstacle = stageObstacle('shiftRequest', 'Update', shift.projectStage)
  if (obstacle) return obstacle
  return ownsShift(shift, session().user?.id ?? '') ? undefined : 'Only the person whose hours they are can change the request.'
}

const linesControl: Controls[string] = (props) => (props.readOnly ? <AskedHours row={props.row} /> : <ShiftLinesControl {...props} />)

export function ShiftRequestPage() {
  const { pathname } = useLocation()
  const isManaged = pathname.startsWith('/manage-shift-requests')
  const list = isManaged ? { label: 'Shift requests', to: '/manage-shift-requests' } : { label: 'My shift requests', to: '/shift-requests' }
  const preset = usePreset(({ recordId, month, hours }) => [
    { phaseRecordId: recordId, fromMonth: month, toMonth: addMonths(month, 1), hours },
  ])
  return (
    <FormPage
      resource={shiftRequests}
      preset={preset}
      crumbs={() => [list]}
      state={({ state }) => (
        <StatePill tone={stateTone(ResourceShiftRequestState, state) ?? 'neutral'}>{ResourceShiftRequestState.label(state)}</StatePill>
      )}
      note={({ project, isProjectSeen }) => <ProjectWords project={project} isSeen={isProjectSeen} />}
      actions={({ id, name }) => <WatchButton resource={shiftRequests} id={id} name={name} />}
      lock={shiftLockReason}
      strips={(shift) => <DecisionBar resource={shiftRequests} request={shift} steps={availableShiftSteps(shift)} board={shift.board} />}
      controls={{ lines: linesControl, requesterUserId: can('ResourceShiftRequests.CreateForOthers') ? undefined : hidden }}
      sections={[
        ['Request', ['name', 'projectId', 'requesterUserId']],
        ['Hours', ['lines']],
        ['Reason', ['reason']],
      ]}
      removalImpact={(shift) => (canDeleteShift(shift) ? '' : 'It can be deleted only while it is a draft or rejected.')}
    >
      {(shift) => (
        <>
          {!shiftLockReason(shift) && <MonthsPanel board={shift.board} isDone={false} />}
          <ActivityPanel resource={shiftRequests} id={shift.id} />
        </>
      )}
    </FormPage>
  )
}
