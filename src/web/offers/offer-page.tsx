import { useLocation } from '@tanstack/react-router'
import type { RowOf } from '../../model/kit/resource.ts'
import { canDeleteOffer, ownsOffer } from '../../model/offers/offer-steps.ts'
import { resourceOffers } from '../../model/offers/resource-offers.ts'
import { ResourceOfferState } from '../../model/planning/enums.ts'
import { stageObstacle } from '../../model/projects/stage-guards.ts'
import { WatchButton } from '../inbox/public.tsx'
import { Control, type Controls } from '../kit/form/controls.tsx'
import { ActivityPanel, FormPage, hidden } from '../kit/pages.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { can } from '../kit/request/can.ts'
import { session } from '../kit/request/session.ts'
import { HoursControl } from './hours-grid.tsx'
import { AskedHours, MonthsPanel } from './months-table.tsx'
import { availableOfferSteps } from './open-steps.ts'
import { ProjectWords } from './project-texts.tsx'
import { DecisionBar } from './request-steps.tsx'
import { usePreset } from './wish.ts'

type Offer = RowOf<typeof resourceOffers>
const { Draft, Approved } = ResourceOfferState

function offerLockReason(offer: Offer): string | undefined {
  if (offer.state === Approved) return 'The offer is approved. To undo it, archive its contract.'
  const reason = offer.declineReason ?? offer.rejectReason
  if (reason) return `${ResourceOfferState.label(offer.state)}: ${reason}`
  if (offer.state !== Draft) return 'The offer is waiting for a decision. Recall it to change it.'
  const obstacle = stageObstacle('resourceOffer', 'Update', offer.projectStage)
  if (obstacle) return obstacle
  return ownsOffer(offer, session().user?.id ?? '') ? undefined : 'Only the person who offers the hours can change the offer.'
}

const controls: Controls<typeof resourceOffers.fields> = {
  lines: (props) => (props.readOnly ? <AskedHours row={props.row} /> : <HoursControl {...props} />),
  name: (props) => <Control {...props} field={{ ...props.field, hint: 'Left empty, it is named after the person and the project' }} />,
}

export function OfferPage() {
  const { pathname } = useLocation()
  const isManaged = pathname.startsWith('/manage-offers')
  const list = isManaged ? { label: 'Offers', to: '/manage-offers' } : { label: 'My offers', to: '/offers' }
  const preset = usePreset(({ recordId, month, hours }) => [
    { phaseRecordId: recordId, contractId: null, phaseType: null, laborType: null, month, hours },
  ])
  return (
    <FormPage
      resource={resourceOffers}
      preset={preset}
      crumbs={() => [list]}
      state={({ state }) => (
        <StatePill tone={stateTone(ResourceOfferState, state) ?? 'neutral'}>{ResourceOfferState.label(state)}</StatePill>
      )}
      note={({ project, isProjectSeen }) => <ProjectWords project={project} isSeen={isProjectSeen} />}
      actions={({ id, name }) => <WatchButton resource={resourceOffers} id={id} name={name ?? 'this offer'} />}
      lock={offerLockReason}
      strips={(offer) => <DecisionBar resource={resourceOffers} request={offer} steps={availableOfferSteps(offer)} board={offer.board} />}
      controls={{ ...controls, sourceUserId: can('ResourceOffers.CreateForOthers') ? undefined : hidden }}
      sections={[
        ['Offer', ['projectId', 'targetUserId', 'sourceUserId', 'name']],
        ['Hours', ['lines']],
        ['Note', ['note']],
      ]}
      removalImpact={(offer) => (canDeleteOffer(offer) ? '' : 'It can be deleted only while it is a draft, declined or rejected.')}
    >
      {(offer) => (
        <>
          {!offerLockReason(offer) && <MonthsPanel board={offer.board} isDone={false} />}
          <ActivityPanel resource={resourceOffers} id={offer.id} />
        </>
      )}
    </FormPage>
  )
}
