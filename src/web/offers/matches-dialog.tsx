import { Button, Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LaborType } from '../../model/access/enums.ts'
import { teams } from '../../model/access/teams.ts'
import { ConstructionPhaseType } from '../../model/contracts/enums.ts'
import { formatMonth } from '../../model/kit/dates.ts'
import { centsOf } from '../../model/kit/money.ts'
import { type Match, readMatches, type SoughtHours } from '../../model/offers/matches.ts'
import { resourceOffers } from '../../model/offers/resource-offers.ts'
import { LaborCode } from '../access/public.tsx'
import { formatNumber } from '../kit/look/format.tsx'
import { EmptyState, MultiPicker, Skeletons } from '../kit/pages.tsx'
import { AvatarFace, userName } from '../kit/parts/avatar.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { session } from '../kit/request/session.ts'
import css from './offers.module.css'

interface DialogProps {
  recordId: number
  month?: string
  hours?: number
  onClose: () => void
}

export function MatchesDialog({ recordId, month, hours, onClose }: DialogProps) {
  const [teamIds, setTeamIds] = useState<number[]>([])
  const [isWhole, setWhole] = useState(false)
  const query = { recordId, ...(!isWhole && month && { month, hours }), teamIds }
  const { data, error, refetch } = useRead(readMatches, { query }, { isQuiet: true, keepsOld: true })
  return (
    <Modal opened onClose={onClose} title="People who could take these hours" size={760}>
      {error && !data ? (
        <LoadError error={error} title="The people" onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeletons rows={6} />
      ) : (
        <>
          <div className={css.sought}>
            <p>
              <b>{data.sought.name}</b>, {LaborType.label(data.sought.laborType)}, {ConstructionPhaseType.label(data.sought.phaseType)} in{' '}
              {data.sought.contract.number} {data.sought.contract.name}, {data.sought.project.name}
            </p>
            <p className="dna-hint">{describeSoughtHours(data.sought)}</p>
            <div className={css.soughtTools}>
              <MultiPicker
                resource={teams}
                value={teamIds}
                onChange={setTeamIds}
                aria-label="Teams"
                placeholder={teamIds.length === 0 ? 'All teams' : undefined}
                size="xs"
                className={css.soughtTeams}
                openOnFocus={false}
                data-autofocus
              />
              {month && (
                <Button size="xs" variant="default" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
                  {isWhole ? `Only ${formatMonth(month)}` : 'All months that are left'}
                </Button>
              )}
            </div>
          </div>
          {data.matches.length === 0 ? (
            <EmptyState
              text={
                teamIds.length > 0
                  ? 'No one on these teams has this labor type.'
                  : `No one else works as ${LaborType.label(data.sought.laborType)}.`
              }
            />
          ) : (
            <ol className={css.matches} aria-label="People who could take the hours">
              {data.matches.map((match) => (
                <MatchLine key={match.user.id} match={match} requestedHours={data.sought} />
              ))}
            </ol>
          )}
        </>
      )}
    </Modal>
  )
}

const describeSoughtHours = ({ months }: SoughtHours) => {
  const monthTexts = Object.entries(months).map(([month, hours]) => `${formatNumber(hours)} h in ${formatMonth(month)}`)
  if (monthTexts.length === 0) return 'Nothing is left of these hours.'
  return monthTexts.length > 6 ? `${monthTexts.slice(0, 6).join(', ')} and ${monthTexts.length - 6} more months` : monthTexts.join(', ')
}

/** Hours per month that fit the candidate's free time, limited to the requested hours. */
const fittingHours = ({ free }: Match, { months }: SoughtHours) =>
  Object.entries(months).flatMap(([month, hours]) => {
    const fits = Math.max(0, Math.min(centsOf(hours), centsOf(free[month] ?? 0))) / 100
    return fits > 0 ? [{ month, hours: fits }] : []
  })

function MatchLine({ match, requestedHours }: { match: Match; requestedHours: SoughtHours }) {
  const navigate = useNavigate()
  const { user, laborType, reasons, fits } = match
  const total = Object.values(requestedHours.months).reduce((sum, hours) => sum + centsOf(hours), 0) / 100
  const tone = fits >= total ? 'good' : fits > 0 ? 'attention' : 'bad'
  // A fully booked candidate is still offered all hours, because the requester may have information the plan lacks.
  const lines =
    fits > 0 ? fittingHours(match, requestedHours) : Object.entries(requestedHours.months).map(([month, hours]) => ({ month, hours }))
  const source = requestedHours.user?.id ?? session().user?.id
  const offer = () =>
    void navigate({
      to: `${resourceOffers.route}/new`,
      search: {
        projectId: requestedHours.project.id,
        recordId: requestedHours.recordId,
        months: lines.map(({ month, hours }) => `${month}:${hours}`).join(','),
        targetUserId: user.id,
        ...(requestedHours.user && { sourceUserId: source }),
      },
    })
  return (
    <li>
      <AvatarFace user={user} size={32} />
      <span className={css.matchWords}>
        <span>
          <b>{userName(user)}</b> {laborType !== null && <LaborCode value={laborType} />}
        </span>
        <small>{reasons.join(' · ')}</small>
      </span>
      <span className={css.matchFits} data-tone={tone}>
        {formatNumber(fits)} <small>of {formatNumber(total)} h</small>
      </span>
      <Button size="xs" variant="default" onClick={offer} aria-label={`Offer the hours to ${userName(user)}`}>
        Offer
      </Button>
    </li>
  )
}
