import { monthOf } from '../../model/kit/dates.ts'
import { readCapacity } from '../../model/planning/work-schedules.ts'
import { DataTable, Panel } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { monthColumns, yearAhead } from './capacity-columns.tsx'
import css from './planning.module.css'

interface Line {
  id: string
  label: string
  values: readonly number[]
}

export function PersonCapacity({ id }: { id: string }) {
  const { data, error, refetch } = useRead(readCapacity, { params: { id }, query: yearAhead() }, { isQuiet: true, keepsOld: true })
  const months = data?.columns ?? []
  const holidaysIn = (month: string) =>
    (data?.holidays ?? []).reduce((days, { date, share }) => days + (monthOf(date) === month ? share : 0), 0)
  const lines: Line[] | undefined = data && [
    { id: 'days', label: 'Weekdays', values: months.map(({ workingDays }) => workingDays) },
    { id: 'holidays', label: 'Holidays', values: months.map(({ key }) => holidaysIn(key)) },
    { id: 'hours', label: 'Capacity, h', values: data.hours },
  ]
  return (
    <Panel title="Capacity" note="Hours left after holidays and absences" isFlush>
      {error ? (
        <LoadError error={error} title="The capacity" onRetry={() => void refetch()} />
      ) : (
        <div className={css.table}>
          <DataTable
            label="Capacity by month"
            rows={lines}
            skeletonRows={3}
            columns={[
              { key: 'label', label: 'By month', tone: 'name', width: 140, sticky: true, cell: ({ label }: Line) => label },
              ...monthColumns(months, ({ values }: Line) => values),
            ]}
          />
        </div>
      )}
    </Panel>
  )
}
