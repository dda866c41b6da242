import { formatCount } from '../../model/kit/plural.ts'
import { holidayCalendars } from '../../model/planning/holiday-calendars.ts'
import { FormPage, ListPage } from '../kit/pages.tsx'
import { StatePill, StateText } from '../kit/parts/state-pill.tsx'
import { ProposedHolidays } from './proposed-holidays.tsx'

export function HolidayCalendarsPage() {
  return (
    <ListPage
      resource={holidayCalendars}
      cells={{ isDefault: (isDefault) => (isDefault ? <StateText tone="good">The firm's</StateText> : undefined) }}
      empty="No holiday calendars yet. Their days reduce the hours people can work."
    />
  )
}

export function HolidayCalendarPage() {
  return (
    <FormPage
      resource={holidayCalendars}
      state={({ isDefault }) => isDefault && <StatePill tone="good">The firm's</StatePill>}
      note={({ usersCount, isDefault }) =>
        usersCount > 0
          ? `Used by ${formatCount(usersCount, 'person')}`
          : isDefault
            ? 'Applies to everyone without their own calendar'
            : 'Not used yet'
      }
      sections={[
        ['Calendar', ['name', 'isDefault']],
        ['Holidays', ['days']],
      ]}
      removalImpact={() => 'Its days count as working days again.'}
    >
      {(calendar) => <ProposedHolidays calendar={calendar} />}
    </FormPage>
  )
}
