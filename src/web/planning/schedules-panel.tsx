import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ResponseOf } from '../../model/kit/call.ts'
import { holidayCalendars } from '../../model/planning/holiday-calendars.ts'
import { readWorkSchedules, replaceFirmSchedules, replaceWorkSchedules } from '../../model/planning/work-schedules.ts'
import { describeSchedule, scheduleOn, type WorkSchedule, weeklyHours } from '../../model/planning/working-time.ts'
import { currentDay } from '../kit/look/clock.ts'
import { DateOnly, FormattedNumber } from '../kit/look/format.tsx'
import { IconPencil, IconPlus, IconTrash } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable, Panel, Picker, Skeletons } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import css from './planning.module.css'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { weekdays } from './time-texts.ts'

type WorkingTime = ResponseOf<typeof readWorkSchedules>

function useSchedules(id: string | null, time: WorkingTime | undefined) {
  const { mutateAsync, isPending } = useCall(replaceWorkSchedules, { invalidates: [readWorkSchedules] })
  const firm = useCall(replaceFirmSchedules, { invalidates: [readWorkSchedules] })
  const write = (newSchedules: readonly WorkSchedule[], more: { holidayCalendarId?: number | null; rowVersion?: number } = {}) => {
    const schedules = newSchedules.map((workSchedule) => ({ ...workSchedule, hours: [...workSchedule.hours] }))
    const { rowVersion = time?.rowVersion, holidayCalendarId = time?.holidayCalendar?.id ?? null } = more
    if (id === null) return firm.mutateAsync({ body: { schedules, rowVersion } })
    return mutateAsync({ params: { id }, body: { schedules, holidayCalendarId, rowVersion } })
  }
  return { write, isPending: isPending || firm.isPending }
}

export function SchedulesPanel({ id }: { id: string | null }) {
  const mayChange = useCan(replaceWorkSchedules.permission)
  const { data, error, refetch } = useRead(readWorkSchedules, id === null ? {} : { query: { userId: id } }, { isQuiet: true })
  const firm = useRead(readWorkSchedules, {}, { isQuiet: true })
  const [edited, setEdited] = useState<WorkSchedule | 'new'>()
  const { write } = useSchedules(id, data)
  const schedules = data?.schedules.toReversed()
  const now = data && scheduleOn(currentDay(), { own: id === null ? [] : data.schedules, firm: firm.data?.schedules ?? [] })
  const isOwn = id === null || data?.schedules.some((schedule) => schedule === now)

  async function remove(removed: WorkSchedule) {
    if (!data) return
    const before = data.schedules
    const { rowVersion } = await write(before.filter((item) => item !== removed))
    toast.success('Schedule deleted.', { undo: () => void write(before, { rowVersion }) })
  }
  return (
    <Panel
      title={id === null ? 'Working time' : 'Schedules'}
      note={id === null ? firmWords : now && !isOwn && `The firm's week applies: ${describeSchedule(now)}`}
      isFlush
      actions={
        mayChange && (
          <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => setEdited('new')} disabled={!data}>
            Add schedule
          </Button>
        )
      }
    >
      {error && <LoadError error={error} title="The working time" onRetry={() => void refetch()} />}
      {!error && (!schedules || schedules.length > 0) && (
        <div className={css.table}>
          <DataTable
            label="Schedules"
            rows={schedules}
            skeletonRows={2}
            keyOf={({ fromDate }) => fromDate}
            nameOf={({ fromDate }) => `the schedule from ${fromDate}`}
            columns={scheduleColumns(now)}
            menu={
              mayChange
                ? (item) => (
                    <>
                      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setEdited(item)}>
                        Edit
                      </Menu.Item>
                      <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => void remove(item)}>
                        Delete
                      </Menu.Item>
                    </>
                  )
                : undefined
            }
          />
        </div>
      )}
      {id === null ? (
        <FirmCalendar time={data} />
      ) : data ? (
        <CalendarChoice id={id} time={data} isReadOnly={!mayChange} />
      ) : (
        !error && <Skeletons rows={1} />
      )}
      {edited && data && (
        <ScheduleDialog
          schedule={edited === 'new' ? undefined : edited}
          others={data.schedules.filter((schedule) => schedule !== edited)}
          start={now?.hours}
          save={async (schedules) => {
            const before = data.schedules
            const { rowVersion } = await write(schedules)
            toast.success('Schedule saved.', { undo: () => void write(before, { rowVersion }) })
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  )
}

const scheduleColumns = (now: WorkSchedule | undefined) => [
  {
    key: 'fromDate',
    label: 'From',
    width: 230,
    tone: 'name' as const,
    sticky: true,
    cell: (workSchedule: WorkSchedule) => (
      <span className={css.from}>
        <DateOnly value={workSchedule.fromDate} />
        {workSchedule === now && <StateText tone="good">In effect</StateText>}
        {workSchedule.fromDate > currentDay() && <StateText tone="working">Upcoming</StateText>}
      </span>
    ),
  },
  ...weekdays.map((label, day) => ({
    key: label,
    label,
    align: 'right' as const,
    width: 64,
    tone: 'quiet' as const,
    cell: (workSchedule: WorkSchedule) => <FormattedNumber value={workSchedule.hours[day] || null} />,
  })),
  {
    key: 'week',
    label: 'Week',
    unit: 'h',
    align: 'right' as const,
    width: 84,
    cell: (workSchedule: WorkSchedule) => <FormattedNumber value={weeklyHours(workSchedule)} />,
  },
  {
    key: 'availabilityPercent',
    label: 'Available',
    unit: '%',
    align: 'right' as const,
    width: 112,
    cell: (workSchedule: WorkSchedule) => <FormattedNumber value={workSchedule.availabilityPercent} />,
  },
]

const firmWords =
  'The week of everyone without their own schedule, from each date on. Boards, workload and capacity use it; hours in contracts stay as they are. Eight hours a day, Monday to Friday, until someone changes it.'

/** The company's calendar is selected on the calendars page. */
const FirmCalendar = ({ time }: { time: WorkingTime | undefined }) => (
  <p className={css.words}>
    Holidays: {time?.calendar?.name ?? '…'}. <Link to={holidayCalendars.route}>Holiday calendars</Link>
  </p>
)

/** Saves on selection. Without a calendar, the user has the company's. */
function CalendarChoice({ id, time, isReadOnly }: { id: string; time: WorkingTime; isReadOnly: boolean }) {
  const { write } = useSchedules(id, time)
  const { holidayCalendar, calendar } = time
  const change = async (holidayCalendarId: number | null) => {
    const { rowVersion } = await write(time.schedules, { holidayCalendarId })
    toast.success('The holiday calendar was changed.', {
      undo: () => void write(time.schedules, { holidayCalendarId: holidayCalendar?.id ?? null, rowVersion }),
    })
  }
  return (
    <div className={css.calendar}>
      <Picker
        label="Holiday calendar"
        resource={holidayCalendars}
        value={holidayCalendar?.id ?? null}
        current={holidayCalendar ?? undefined}
        placeholder={`${calendar?.name ?? 'None'}, the firm's`}
        readOnly={isReadOnly}
        onChange={(next) => void change(next === null ? null : Number(next))}
      />
    </div>
  )
}
