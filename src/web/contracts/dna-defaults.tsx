import { Button } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { contracts } from '../../model/contracts/contracts.ts'
import {
  type DnaDefaults,
  readDnaDefaults,
  writeDefaultGroups,
  writeDefaultRates,
  writeOfferDefaults,
  writeShiftDefaults,
} from '../../model/contracts/dna-defaults.ts'
import { type LaborRate, rateColumns } from '../../model/contracts/labor-rates.ts'
import type { Permission } from '../../model/permissions.ts'
import { holidayCalendars } from '../../model/planning/holiday-calendars.ts'
import { MissingPermission } from '../access/public.tsx'
import { type ControlProps, type Controls, FormFields } from '../kit/form/controls.tsx'
import { useForm, type Values } from '../kit/form/form.ts'
import { undoOfSave } from '../kit/form/undo-save.ts'
import { toast } from '../kit/look/toasts.tsx'
import { MultiPicker, PageHead, Skeletons, Strip } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { CallError } from '../kit/request/client.ts'
import { useLeaveQuestion } from '../kit/request/leave-question.ts'
import { SchedulesPanel } from '../planning/public.tsx'
import css from './contract.module.css'
import { confirmRates, RateTable } from './rate-table.tsx'

export function DnaDefaultsPage() {
  const { data, error, refetch } = useRead(readDnaDefaults, {}, { isQuiet: true })
  return (
    <div className={css.page}>
      <PageHead crumbs={[{ label: 'Settings' }]} title="DNA defaults" />
      {data?.laborRates?.every(({ sellRate, costRate }) => sellRate === 0 && costRate === 0) && (
        <Strip tone="warning">No labor rates are set yet: new contracts will have no revenue and no cost.</Strip>
      )}
      {/* Remounts once the warning above is known, so the content does not shift. */}
      <div key={data ? 'known' : 'waiting'} className={css.main}>
        {error && !data && <LoadError error={error} title="DNA defaults" onRetry={() => void refetch()} />}
        {!error && !data && <Skeletons rows={8} />}
        {data && <Sections defaults={data} />}
        {data && can(holidayCalendars.permission.view) && <SchedulesPanel id={null} />}
      </div>
    </div>
  )
}

function Sections({ defaults }: { defaults: DnaDefaults }) {
  const { laborRates, accessGroups, resourceOffers, shiftRequests } = defaults
  const groups = useMemo(
    () =>
      accessGroups && {
        projectAccessGroupIds: accessGroups.projectAccessGroups.map(({ id }) => id),
        leadAccessGroupIds: accessGroups.leadAccessGroups.map(({ id }) => id),
      },
    [accessGroups],
  )
  const offers = useMemo(() => resourceOffers && toNotifyIds(resourceOffers), [resourceOffers])
  const shifts = useMemo(() => shiftRequests && toNotifyIds(shiftRequests), [shiftRequests])
  return (
    <>
      {laborRates ? <DefaultRates rates={laborRates} /> : <HiddenSection title="Labor rates" permission="DNADefaults.ViewLaborRates" />}
      {groups ? (
        <Section
          title="Access groups"
          note="Added to the access list of every new project or lead, so that only they see it. Existing lists stay as they are; without groups, new projects and leads are open to everyone."
          call={writeDefaultGroups}
          start={groups}
        />
      ) : (
        <HiddenSection title="Access groups" permission="DNADefaults.ViewAccessGroups" />
      )}
      {offers ? (
        <Section
          title="Resource offers"
          note="Apply to offers submitted from now on."
          call={writeOfferDefaults}
          start={offers}
          controls={people}
        />
      ) : (
        <HiddenSection title="Resource offers" permission="DNADefaults.ViewResourceOffers" />
      )}
      {shifts ? (
        <Section
          title="Shift requests"
          note="Apply to requests submitted from now on."
          call={writeShiftDefaults}
          start={shifts}
          controls={people}
        />
      ) : (
        <HiddenSection title="Shift requests" permission="DNADefaults.ViewShiftRequests" />
      )}
    </>
  )
}

const toNotifyIds = <T extends { notifyUsers: readonly { id: string }[] }>({ notifyUsers, ...rules }: T) => ({
  ...rules,
  notifyUserIds: notifyUsers.map(({ id }) => id),
})

function DefaultRates({ rates }: { rates: NonNullable<DnaDefaults['laborRates']> }) {
  const { mutate, isPending } = useCall(writeDefaultRates)
  return (
    <section>
      <Head
        title="Labor rates"
        note="Copied into every new contract. Existing contracts keep theirs until someone resets them to the defaults."
      />
      <RateTable
        label="Default labor rates"
        rates={rates}
        columns={rateColumns}
        open={can(writeDefaultRates.permission) ? rateColumns : []}
        isSaving={isPending}
        onSave={(changed, previous) =>
          mutate({ body: { rates: changed.map(withZero) } }, { onSuccess: () => confirmRates(writeDefaultRates, previous.map(withZero)) })
        }
      />
    </section>
  )
}

const withZero = ({ laborType, sellRate = 0, costRate = 0, gaFeePercent = 0 }: LaborRate) => ({
  laborType,
  sellRate,
  costRate,
  gaFeePercent,
})

function Head({ title, note }: { title: string; note?: ReactNode }) {
  return (
    <>
      <header className={css.head}>
        <h2>{title}</h2>
      </header>
      {note && <p className={css.hint}>{note}</p>}
    </>
  )
}

/** The page shows every section, so that a user knows what exists and what to ask for. */
function HiddenSection({ title, permission }: { title: string; permission: Permission }) {
  return (
    <section className={css.section}>
      <Head title={title} />
      <MissingPermission what="Defaults of this section" names={[permission]} />
    </section>
  )
}

const people: Controls = {
  notifyUserIds: ({ field, value, onChange, error, readOnly }: ControlProps) => (
    <MultiPicker resource={undefined} label={field.label} value={value ?? []} onChange={onChange} error={error} readOnly={readOnly} />
  ),
}

type SectionCall = typeof writeDefaultGroups | typeof writeOfferDefaults | typeof writeShiftDefaults
interface SectionProps<C extends SectionCall> {
  title: string
  note: ReactNode
  call: C
  start: Values
  controls?: Controls
}

function Section<C extends SectionCall>({ title, note, call, start, controls }: SectionProps<C>) {
  const form = useForm(call.body, start)
  const mayChange = can(call.permission)
  const isChanged = form.changed.length > 0
  useLeaveQuestion(isChanged, form.discard)
  const { mutate, isPending } = useCall<SectionCall>(call, {
    onDone: () =>
      toast.success(`${title} saved.`, { undo: undoOfSave({ call, params: {}, replaced: form.readReplaced(), rowVersion: undefined }) }),
    onError(error) {
      const refused = error instanceof CallError ? error.fields : undefined
      if (refused) form.refuse(refused)
      return refused !== undefined
    },
  })
  function save() {
    form.submit()
    if (!form.isValid) return
    form.sending()
    mutate({ body: form.clean })
  }
  return (
    <section className={css.section}>
      <Head title={title} note={note} />
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <FormFields form={form} resource={contracts} controls={controls} readOnly={!mayChange} />
        {mayChange && (
          <div className={css.buttons}>
            <Button type="submit" variant="default" disabled={!isChanged} loading={isPending}>
              Save {title.toLowerCase()}
            </Button>
          </div>
        )}
      </form>
    </section>
  )
}
