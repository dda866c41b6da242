import { Button, Kbd } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Ref, Resource, UserRef } from '../../model/kit/description.ts'
import type { MovedBoard } from '../../model/offers/moved-hours.ts'
import { resourceOffers } from '../../model/offers/resource-offers.ts'
import { shiftRequests } from '../../model/offers/shift-requests.ts'
import { ResourceOfferState, ResourceShiftRequestState } from '../../model/planning/enums.ts'
import { FormattedNumber } from '../kit/look/format.tsx'
import { shortcuts, useShortcuts } from '../kit/look/keys.ts'
import { Skeletons } from '../kit/pages.tsx'
import { LoadError, UserAvatar } from '../kit/parts/small-parts.tsx'
import { stateTone } from '../kit/parts/state-colors.ts'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { resourceCalls, useRead } from '../kit/request/call.ts'
import { leftInWords, MonthsTable, offerStepsOf, ProjectWords, type RequestStep, shiftStepsOf, useStep } from '../offers/public.tsx'
import css from './inbox.module.css'

interface PaneProps {
  id: number
  link: string | null
  onDecided: () => void
}

export function OfferRequest({ id, ...more }: PaneProps) {
  const { data: offer, error, refetch } = useRead(resourceCalls(resourceOffers).read, { params: { id } }, { isQuiet: true })
  if (!offer) return error ? <LoadError error={error} title="This offer" onRetry={() => void refetch()} /> : <Skeletons rows={6} />
  const { state, sourceUser, targetUser, note } = offer
  const { PendingTarget, PendingManagement } = ResourceOfferState
  return (
    <HoursRequest
      resource={resourceOffers}
      request={offer}
      steps={offerStepsOf(offer)}
      isWaiting={state === PendingTarget || state === PendingManagement}
      state={<StatePill tone={stateTone(ResourceOfferState, state) ?? 'neutral'}>{ResourceOfferState.label(state)}</StatePill>}
      people={[
        ['From', sourceUser],
        ['To', targetUser],
      ]}
      requestText={note}
      {...more}
    />
  )
}

export function ShiftRequest({ id, ...more }: PaneProps) {
  const { data: shift, error, refetch } = useRead(resourceCalls(shiftRequests).read, { params: { id } }, { isQuiet: true })
  if (!shift) return error ? <LoadError error={error} title="This shift request" onRetry={() => void refetch()} /> : <Skeletons rows={6} />
  const { state, requesterUser, reason } = shift
  return (
    <HoursRequest
      resource={shiftRequests}
      request={shift}
      steps={shiftStepsOf(shift)}
      isWaiting={state === ResourceShiftRequestState.PendingManagement}
      state={
        <StatePill tone={stateTone(ResourceShiftRequestState, state) ?? 'neutral'}>{ResourceShiftRequestState.label(state)}</StatePill>
      }
      people={[['For', requesterUser]]}
      requestText={reason}
      {...more}
    />
  )
}

interface HoursRequestRef {
  id: number
  name: string | null
  rowVersion: number
  hours: number
  project: Ref
  isProjectSeen: boolean
  board: MovedBoard
}
interface HoursRequestProps extends Omit<PaneProps, 'id'> {
  resource: Resource
  request: HoursRequestRef
  steps: RequestStep[]
  isWaiting: boolean
  state: ReactNode
  people: [label: string, user: UserRef | null][]
  requestText: string | null
}
function HoursRequest({ resource, request, steps, isWaiting, state, people, requestText, link, onDecided }: HoursRequestProps) {
  const { name, project, isProjectSeen, hours, board } = request
  const noun = resource.names.one
  const stepOf = (...names: string[]) => steps.find((step) => names.includes(step.name))
  const [yes, no] = [stepOf('Accept', 'Approve'), stepOf('Decline', 'Reject')]
  return (
    <>
      <dl className={css.facts}>
        <dt>State</dt>
        <dd>{state}</dd>
        <dt>{noun}</dt>
        <dd>{link ? <Link to={link}>{name}</Link> : name}</dd>
        <dt>Project</dt>
        <dd>
          <ProjectWords project={project} isSeen={isProjectSeen} />
        </dd>
        {people.map(
          ([label, user]) =>
            user && (
              <Person key={label} label={label}>
                <UserAvatar user={user} withName />
              </Person>
            ),
        )}
        <dt>Hours</dt>
        <dd>
          <FormattedNumber value={hours} unit="h" />
        </dd>
      </dl>
      {requestText && <p className={css.said}>{requestText}</p>}
      <MonthsTable board={board} isDone={false} />
      {yes || no ? (
        <>
          <p className={css.decided}>{leftInWords(board)}</p>
          <div className={css.decision}>
            {no && <StepWithKey {...{ resource, request, onDecided }} step={no} by="decline" />}
            {yes && <StepWithKey {...{ resource, request, onDecided }} step={yes} by="accept" />}
          </div>
        </>
      ) : (
        <p className={css.decided}>
          {isWaiting ? `Someone else decides on this ${noun.toLowerCase()}.` : 'There is nothing left to decide.'}
        </p>
      )}
    </>
  )
}

const Person = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

interface StepProps {
  resource: Resource
  request: HoursRequestRef
  step: RequestStep
  by: 'accept' | 'decline'
  onDecided: () => void
}
function StepWithKey({ resource, request, step, by, onDecided }: StepProps) {
  const { take, isPending, dialog } = useStep({ resource, request, step, onDone: onDecided })
  useShortcuts({ [by]: take })
  return (
    <>
      <Button
        variant={by === 'accept' ? undefined : 'default'}
        loading={isPending}
        onClick={take}
        rightSection={<Kbd>{shortcuts.page[by][0].toUpperCase()}</Kbd>}
      >
        {step.label}
      </Button>
      {dialog}
    </>
  )
}
