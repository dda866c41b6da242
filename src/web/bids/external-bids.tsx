import { Link } from '@tanstack/react-router'
import { BidInvitationState } from '../../model/bids/enums.ts'
import { externalBids } from '../../model/bids/external-bid-calls.ts'
import { DateTime } from '../kit/look/format.tsx'
import { EmptyState, PageHead, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { StatePill } from '../kit/parts/state-pill.tsx'
import { useRead } from '../kit/request/call.ts'
import { useTitle } from '../kit/request/title.ts'
import css from './bids.module.css'
import { bidderTone } from './tones.ts'

export function ExternalBidsPage() {
  useTitle('My bids')
  const { data, error, refetch } = useRead(externalBids, { query: { itemsPerPage: 200 } }, { isQuiet: true })
  return (
    <div className={css.page}>
      <PageHead crumbs={[]} title="My bids" />
      {!data && (error ? <LoadError error={error} title="Your bids" onRetry={() => void refetch()} /> : <Skeletons rows={4} />)}
      {data?.items.length === 0 && (
        <EmptyState text="You are not invited to bid on anything yet. Packages appear here with their invitation." />
      )}
      <ul className={`${css.list} ${css.inset}`}>
        {data?.items.map(({ id, number, name, project, state, dueAt, mustResubmit, closesInMs }) => (
          <li key={id}>
            <span className={css.grow}>
              <Link to={`/external-bids/${id}`}>
                {number} {name}
              </Link>
              <span className={css.flag}>{project}</span>
            </span>
            {mustResubmit && <StatePill tone="attention">Submit again</StatePill>}
            <StatePill tone={bidderTone(state)}>{BidInvitationState.label(state)}</StatePill>
            <span>
              {closesInMs > 0 ? 'Due ' : 'Closed '}
              <DateTime value={dueAt} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
