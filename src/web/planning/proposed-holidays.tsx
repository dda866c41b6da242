import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { formatDate } from '../../model/kit/dates.ts'
import { formatCount } from '../../model/kit/plural.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { HolidayShare } from '../../model/planning/enums.ts'
import { holidayCalendars } from '../../model/planning/holiday-calendars.ts'
import { proposeHolidays } from '../../model/planning/holiday-proposal.ts'
import { currentDay } from '../kit/look/clock.ts'
import { toast } from '../kit/look/toasts.tsx'
import { Panel, ReasonButton, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import css from './planning.module.css'

const { update } = resourceCalls(holidayCalendars)

/** Preview of a country's holidays in a year. They are added only on request and never updated automatically. */
export function ProposedHolidays({ calendar }: { calendar: RowOf<typeof holidayCalendars> }) {
  const may = useCan(proposeHolidays.permission)
  const [isOpen, setOpen] = useState(false)
  if (!may || !update) return null
  return (
    <Panel
      title="Public holidays"
      note="A proposal to check and add"
      actions={
        !isOpen && (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            Propose holidays
          </Button>
        )
      }
    >
      {isOpen ? (
        <Proposal calendar={calendar} update={update} />
      ) : (
        <p className="dna-hint">Federal holidays of the United States, year by year.</p>
      )}
    </Panel>
  )
}

const thisYear = Number(currentDay().slice(0, 4))
const years = [0, 1, 2, 3].map((ahead) => String(thisYear + ahead))

interface ProposalProps {
  calendar: RowOf<typeof holidayCalendars>
  update: NonNullable<typeof update>
}

function Proposal({ calendar, update }: ProposalProps) {
  const [year, setYear] = useState(String(thisYear))
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const { data, error, refetch } = useRead(
    proposeHolidays,
    { query: { country: 'US', year: Number(year) } },
    { isQuiet: true, keepsOld: true },
  )
  const known = new Set(calendar.days.map(({ date }) => date))
  const chosen = (data?.items ?? []).filter(({ date }) => !known.has(date) && !without.has(date))
  const add = useCall(update, {
    invalidates: [holidayCalendars],
    onDone: () => toast.success(`${formatCount(chosen.length, 'day')} added to ${calendar.name}.`),
  })
  const save = () =>
    add.mutate({
      params: { id: calendar.id },
      body: {
        name: calendar.name,
        isDefault: calendar.isDefault,
        days: [...calendar.days, ...chosen.map((day) => ({ ...day, share: HolidayShare.Whole }))],
        rowVersion: calendar.rowVersion,
      },
    })
  if (error) return <LoadError error={error} title="The holidays" onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={4} />
  return (
    <div className={css.proposal}>
      <NativeSelect
        label="Year"
        data={years}
        value={year}
        onChange={({ currentTarget }) => setYear(currentTarget.value)}
        w={120}
        data-autofocus
      />
      <ul aria-label="Proposed holidays">
        {data.items.map(({ date, name }) => (
          <li key={date}>
            <Checkbox
              label={`${formatDate(date)}, ${name}${known.has(date) ? ' (already added)' : ''}`}
              checked={known.has(date) || !without.has(date)}
              disabled={known.has(date)}
              onChange={() =>
                setWithout((now) => {
                  const next = new Set(now)
                  if (!next.delete(date)) next.add(date)
                  return next
                })
              }
            />
          </li>
        ))}
      </ul>
      <ReasonButton reason={chosen.length === 0 && 'Every day you chose is already on the calendar'} loading={add.isPending} onClick={save}>
        Add {formatCount(chosen.length, 'day')}
      </ReasonButton>
    </div>
  )
}
