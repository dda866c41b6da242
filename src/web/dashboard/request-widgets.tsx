import { ActionIcon, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { myRequests, offersForMe, pendingOffers, pendingShiftRequests } from '../../model/dashboard/widgets.ts'
import type { Ref, Resource, UserRef } from '../../model/kit/description.ts'
import { resourceOffers } from '../../model/offers/resource-offers.ts'
import { shiftRequests } from '../../model/offers/shift-requests.ts'
import { ResourceOfferState, ResourceShiftRequestState } from '../../model/planning/enums.ts'
import { DateOnly, FormattedNumber } from '../kit/look/format.tsx'
import { IconArrowBackUp } from '../kit/look/icons.ts'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { UserAvatar } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { useMayVisit } from '../kit/request/can.ts'
import { filterSearch } from '../kit/request/filter-search.ts'
import { offerStepsOf, type RequestStep, shiftStepsOf, useStep } from '../offers/public.tsx'
import css from './dashboard.module.css'
import { useLiveWidget } from './live-widget.ts'
import { none, quiet, WidgetCard, type WidgetProps, WidgetRow } from './widget-card.tsx'

export function OffersForMe(props: WidgetProps) {
  const reading = useRead(offersForMe, {}, quiet)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={4}
      total={reading.data?.total}
      all="/offers"
      search={filterSearch<typeof resourceOffers>({ states: [ResourceOfferState.PendingTarget] })}
      empty={none('No offers are waiting for your answer.')}
    >
      {({ items }) => (
        <ul className={`${css.rows} ${css.decisions}`}>
          {items.map((offer) => (
            <Waiting
              key={offer.id}
              resource={resourceOffers}
              request={offer}
              person={offer.sourceUser}
              to={`/offers/${offer.id}`}
              steps={offerStepsOf(offer)}
            />
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}

export function PendingOffers(props: WidgetProps) {
  const reading = useRead(pendingOffers, {}, quiet)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={4}
      total={reading.data?.total}
      all="/manage-offers"
      search={filterSearch<typeof resourceOffers>({ states: [ResourceOfferState.PendingManagement] })}
      empty={none('No offers are waiting for your approval.')}
    >
      {({ items }) => (
        <ul className={`${css.rows} ${css.decisions}`}>
          {items.map((offer) => (
            <Waiting
              key={offer.id}
              resource={resourceOffers}
              request={offer}
              person={offer.targetUser}
              to={`/manage-offers/${offer.id}`}
              steps={offerStepsOf(offer)}
            />
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}

export function PendingShiftRequests(props: WidgetProps) {
  const reading = useRead(pendingShiftRequests, {}, quiet)
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={4}
      total={reading.data?.total}
      all="/manage-shift-requests"
      search={filterSearch<typeof shiftRequests>({ states: [ResourceShiftRequestState.PendingManagement] })}
      empty={none('No shift requests are waiting for your approval.')}
    >
      {({ items }) => (
        <ul className={`${css.rows} ${css.decisions}`}>
          {items.map((shift) => (
            <Waiting
              key={shift.id}
              resource={shiftRequests}
              request={shift}
              person={shift.requesterUser}
              to={`/manage-shift-requests/${shift.id}`}
              steps={shiftStepsOf(shift)}
            />
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}

interface WaitingProps {
  resource: Resource
  request: { id: number; name: string | null; rowVersion: number; project: Ref; hours: number; submittedDate: string | null }
  person: UserRef | null
  to: string
  steps: RequestStep[]
}
function Waiting({ resource, request, person, to, steps }: WaitingProps) {
  const { name, project, hours, submittedDate } = request
  const stepOf = (...names: string[]) => steps.find((step) => names.includes(step.name))
  const [yes, no] = [stepOf('Accept', 'Approve'), stepOf('Decline', 'Reject')]
  return (
    <li>
      {person && <UserAvatar user={person} />}
      <span className={css.main}>
        <Link to={to}>{name}</Link>
        <span className={css.quiet}>{project.name}</span>
      </span>
      <span className={css.sent}>
        <FormattedNumber value={hours} unit="h" />
        <span className={css.quiet}>
          <DateOnly value={submittedDate} />
        </span>
      </span>
      <span className={css.acts}>
        {no && (
          <StepButton resource={resource} request={request} step={no}>
            {({ take, title }) => (
              <ActionIcon size={28} aria-label={title} title={no.label} onClick={take}>
                <IconArrowBackUp size={16} />
              </ActionIcon>
            )}
          </StepButton>
        )}
        {yes && (
          <StepButton resource={resource} request={request} step={yes}>
            {({ take, title, isPending }) => (
              <Button size="compact-xs" aria-label={title} loading={isPending} onClick={take}>
                {yes.label}
              </Button>
            )}
          </StepButton>
        )}
      </span>
    </li>
  )
}

interface StepButtonProps extends Pick<WaitingProps, 'resource' | 'request'> {
  step: RequestStep
  children: (button: { take: () => void; isPending: boolean; title: string }) => ReactNode
}
function StepButton({ children, ...stepProps }: StepButtonProps) {
  const { take, isPending, dialog } = useStep(stepProps)
  return (
    <>
      {children({ take, isPending, title: `${stepProps.step.label}: ${stepProps.request.name}` })}
      {dialog}
    </>
  )
}

const isRequest = (entity: string) => entity === resourceOffers.entity || entity === shiftRequests.entity

export function MyRequests(props: WidgetProps) {
  const reading = useRead(myRequests, {}, quiet)
  useLiveWidget(myRequests, isRequest)
  const mayVisit = useMayVisit()
  return (
    <WidgetCard
      {...props}
      reading={reading}
      lines={4}
      empty={({ offers, shiftRequests: shifts }) =>
        offers?.length || shifts?.length ? undefined : 'You have offered no hours and have not asked to move any.'
      }
    >
      {({ offers, shiftRequests: shifts }) => (
        <ul className={css.rows}>
          {offers?.map(({ state, count }) => (
            <WidgetRow
              key={state}
              name="Offers"
              to={mayVisit('/offers') ? '/offers' : undefined}
              search={filterSearch<typeof resourceOffers>({ states: [state] })}
              state={<ChoiceText options={ResourceOfferState} value={state} />}
              figure={<FormattedNumber value={count} />}
            />
          ))}
          {shifts?.map(({ state, count }) => (
            <WidgetRow
              key={state}
              name="Shift requests"
              to={mayVisit('/shift-requests') ? '/shift-requests' : undefined}
              search={filterSearch<typeof shiftRequests>({ states: [state] })}
              state={<ChoiceText options={ResourceShiftRequestState} value={state} />}
              figure={<FormattedNumber value={count} />}
            />
          ))}
        </ul>
      )}
    </WidgetCard>
  )
}
