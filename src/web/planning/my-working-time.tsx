import { formatDate } from '../../model/kit/dates.ts'
import { readWorkSchedules } from '../../model/planning/work-schedules.ts'
import { describeSchedule, scheduleOn } from '../../model/planning/working-time.ts'
import { currentDay } from '../kit/look/clock.ts'
import { useRead } from '../kit/request/call.ts'
import { useAbsences } from './absences-panel.tsx'
import css from './planning.module.css'

export function MyWorkingTime({ id }: { id: string }) {
  const { table, add } = useAbsences(id)
  return (
    <>
      <div className={css.mine}>
        <h2>Working time</h2>
        {add}
      </div>
      <Week id={id} />
      <div className={css.inset}>{table}</div>
    </>
  )
}

function Week({ id }: { id: string }) {
  const own = useRead(readWorkSchedules, { query: { userId: id } }, { isQuiet: true })
  const firm = useRead(readWorkSchedules, {}, { isQuiet: true })
  const error = own.error ?? firm.error
  if (error) return <p className={css.words}>Your working time could not be read. {error.message}</p>
  if (!own.data || !firm.data) return <p className={css.words}>…</p>
  const next = own.data.schedules.find(({ fromDate }) => fromDate > currentDay())
  const now = scheduleOn(currentDay(), { own: own.data.schedules, firm: firm.data.schedules })
  return (
    <p className={css.words}>
      {describeSchedule(now)}. {next && `From ${formatDate(next.fromDate)} ${describeSchedule(next)}. `}
      Holidays: {own.data.calendar?.name}.
    </p>
  )
}
