import { Button, Input, Modal } from '@mantine/core'
import { useMemo } from 'react'
import { holidayCalendars } from '../../model/planning/holiday-calendars.ts'
import { workSchedule } from '../../model/planning/work-schedules.ts'
import { usualWeek, type WorkSchedule, weeklyHours } from '../../model/planning/working-time.ts'
import { Control, type ControlProps, FormFields } from '../kit/form/controls.tsx'
import { DialogFoot } from '../kit/form/dialogs.tsx'
import { useForm } from '../kit/form/form.ts'
import { NumberField } from '../kit/form/number-field.tsx'
import { currentDay } from '../kit/look/clock.ts'
import { CallError } from '../kit/request/client.ts'
import { useLeaveQuestion } from '../kit/request/leave-question.ts'
import { FirstField } from './first-field.tsx'
import css from './planning.module.css'
import { weekdays } from './time-texts.ts'

interface Props {
  schedule: WorkSchedule | undefined
  others: readonly WorkSchedule[]
  start: readonly number[] | undefined
  save: (schedules: readonly WorkSchedule[]) => Promise<unknown>
  onClose: () => void
}

export function ScheduleDialog(props: Props) {
  return (
    <Modal opened onClose={props.onClose} title={props.schedule ? 'Schedule' : 'New schedule'} size={600}>
      <ScheduleForm {...props} />
    </Modal>
  )
}

function ScheduleForm({ schedule, others, start, save, onClose }: Props) {
  const first = useMemo(
    () => schedule ?? { fromDate: currentDay(), hours: start ?? usualWeek.hours, availabilityPercent: 100 },
    [schedule, start],
  )
  const form = useForm(workSchedule, first)
  const allowLeave = useLeaveQuestion(form.changed.length > 0, form.discard)

  async function submit() {
    form.submit()
    if (!form.isValid) return
    const { fromDate, hours, availabilityPercent } = form.clean
    try {
      await save([...others, { fromDate, hours, availabilityPercent }])
      allowLeave()
      onClose()
    } catch (error) {
      // The new schedule is the last in the body. Errors of other schedules have been shown already.
      const own = `schedules[${others.length}].`
      const refused = error instanceof CallError ? (error.fields ?? {}) : {}
      form.refuse(Object.fromEntries(Object.entries(refused).map(([path, messages]) => [path.replace(own, ''), messages])))
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <FormFields
        form={form}
        resource={holidayCalendars}
        sections={[
          ['', ['fromDate', 'availabilityPercent']],
          ['', ['hours']],
        ]}
        controls={{
          fromDate: ({ form: _, ...control }) => (
            <FirstField>
              <Control {...control} />
            </FirstField>
          ),
          hours: (control) => <WeekControl {...control} />,
        }}
      />
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">{schedule ? 'Save' : 'Add schedule'}</Button>
      </DialogFoot>
    </form>
  )
}

function WeekControl({ value, onChange, onBlur, problems = {}, error }: ControlProps<(number | null)[]>) {
  const sum = weeklyHours({ hours: value.map((hours) => hours ?? 0) })
  return (
    <fieldset className={css.week}>
      <legend>Hours a day</legend>
      <div>
        {weekdays.map((label, day) => (
          <NumberField
            key={label}
            label={label}
            value={value[day] ?? ''}
            onChange={(next) => onChange(value.with(day, next === '' || Number.isNaN(Number(next)) ? null : Number(next)))}
            onBlur={onBlur}
            error={problems[`[${day}]`] !== undefined}
            step={0.25}
            min={0}
            max={24}
            decimalScale={2}
            clampBehavior="none"
          />
        ))}
      </div>
      {error ? <Input.Error>{error}</Input.Error> : Object.values(problems)[0] && <Input.Error>{Object.values(problems)[0]}</Input.Error>}
      <output>{sum.toLocaleString('en-US', { maximumFractionDigits: 2 })} h a week</output>
    </fieldset>
  )
}
