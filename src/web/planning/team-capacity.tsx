import { readTeamCapacity } from '../../model/planning/work-schedules.ts'
import { DataTable, EmptyState, Panel, UserAvatar } from '../kit/pages.tsx'
import { LoadError, userName } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { monthColumns, yearAhead } from './capacity-columns.tsx'
import css from './planning.module.css'

export function TeamCapacity({ teamId }: { teamId: number }) {
  const query = { ...yearAhead(), teamIds: [teamId] }
  const { data, error, refetch } = useRead(readTeamCapacity, { query }, { isQuiet: true, keepsOld: true })
  return (
    <Panel title="Capacity" note="Hours a month after holidays and absences" isFlush>
      {error ? (
        <LoadError error={error} title="The capacity" onRetry={() => void refetch()} />
      ) : data?.people.length === 0 ? (
        <EmptyState text="No one on this team has working hours." />
      ) : (
        <div className={css.table}>
          <DataTable
            label="Capacity by month"
            rows={data?.people}
            skeletonRows={3}
            keyOf={({ user }) => user.id}
            nameOf={({ user }) => userName(user)}
            total
            columns={[
              {
                key: 'user',
                label: 'Person',
                tone: 'name',
                width: 220,
                sticky: true,
                cell: ({ user }) => <UserAvatar user={user} withName />,
              },
              {
                key: 'availabilityPercent',
                label: 'Available',
                unit: '%',
                align: 'right',
                width: 112,
                cell: ({ availabilityPercent }) => availabilityPercent,
              },
              ...monthColumns(data?.columns ?? [], ({ hours }: { hours: readonly number[] }) => hours, data?.hours),
            ]}
          />
        </div>
      )}
    </Panel>
  )
}
