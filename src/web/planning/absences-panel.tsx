import { Button, Menu, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ResponseOf } from '../../model/kit/call.ts'
import { addDays } from '../../model/kit/dates.ts'
import { absences, changeAbsence, createAbsence, readAbsences, removeAbsence } from '../../model/planning/absences.ts'
import { AbsenceKind } from '../../model/planning/enums.ts'
import { readCapacity } from '../../model/planning/work-schedules.ts'
import { describeAbsence } from '../../model/planning/working-time.ts'
import { CallDialog } from '../kit/form/call-dialog.tsx'
import { Control, type Controls, type Section } from '../kit/form/controls.tsx'
import { currentDay } from '../kit/look/clock.ts'
import { FormattedNumber, MissingValue } from '../kit/look/format.tsx'
import { IconPencil, IconPlus, IconTrash } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable, EmptyState, Panel } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useCall, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import { session } from '../kit/request/session.ts'
import { FirstField } from './first-field.tsx'
import css from './planning.module.css'

type Absence = ResponseOf<typeof readAbsences>['items'][number]
const sections = [['', ['fromDate', 'toDate', 'fromHalf', 'toHalf', 'kind', 'note']]] satisfies Section<(typeof changeAbsence)['body']>[]

const controls: Controls<(typeof createAbsence)['body']> = {
  fromDate: ({ form: _, ...control }) => (
    <FirstField>
      <Control {...control} />
    </FirstField>
  ),
}

export function AbsencesPanel({ id }: { id: string }) {
  const { table, add } = useAbsences(id)
  return (
    <Panel title="Absences" isFlush actions={add}>
      {table}
    </Panel>
  )
}

export function useAbsences(id: string): { table: ReactNode; add: ReactNode } {
  const mayKeep = useCan('DNAUsers.Update') || session().user?.id === id
  const [isAll, setAll] = useState(false)
  const [edited, setEdited] = useState<Absence | 'new'>()
  const from = isAll ? undefined : addDays(currentDay(), -365)
  const { data, error, refetch } = useRead(readAbsences, { query: { userIds: [id], from } }, { isQuiet: true, keepsOld: true })
  const remove = useRemoval()
  const rows = data?.items.toReversed()
  const close = () => setEdited(undefined)
  const menu = (absence: Absence) => (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setEdited(absence)}>
        Edit
      </Menu.Item>
      <Menu.Item data-danger leftSection={<IconTrash size={16} />} onClick={() => remove(absence)}>
        Delete
      </Menu.Item>
    </>
  )
  const table = error ? (
    <LoadError error={error} title="The absences" onRetry={() => void refetch()} />
  ) : (
    <>
      {rows?.length === 0 ? (
        <EmptyState text={isAll ? 'No absences so far.' : 'No absences in the past year or ahead.'} />
      ) : (
        <div className={css.table}>
          <DataTable
            label="Absences"
            rows={rows}
            skeletonRows={2}
            nameOf={describeAbsence}
            columns={mayKeep ? columns : columns.slice(0, 2)}
            menu={mayKeep ? menu : undefined}
          />
        </div>
      )}
      {!isAll && data && (
        <UnstyledButton className={css.earlier} onClick={() => setAll(true)}>
          Show earlier ones
        </UnstyledButton>
      )}
      <AbsenceDialog id={id} edited={edited} onClose={close} />
    </>
  )
  const add = mayKeep && (
    <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => setEdited('new')}>
      Add absence
    </Button>
  )
  return { table, add }
}

const columns = [
  { key: 'when', label: 'When', tone: 'name' as const, width: 260, sticky: true, cell: describeAbsence },
  {
    key: 'workingHours',
    label: 'Working hours',
    unit: 'h',
    align: 'right' as const,
    width: 140,
    cell: ({ workingHours }: Absence) => <FormattedNumber value={workingHours} />,
  },
  { key: 'kind', label: 'Kind', width: 120, cell: ({ kind }: Absence) => AbsenceKind.label(kind) },
  { key: 'note', label: 'Note', tone: 'quiet' as const, width: 240, cell: ({ note }: Absence) => note ?? <MissingValue /> },
]

function useRemoval() {
  const again = useCall(createAbsence, { invalidates: [readCapacity], onDone: () => toast.success('Undone.') })
  const removal = useCall(removeAbsence, { invalidates: [readCapacity] })
  return (absence: Absence) => {
    const { user, fromDate, toDate, fromHalf, toHalf, kind, note } = absence
    const undo = () => again.mutate({ body: { userId: user.id, fromDate, toDate, fromHalf, toHalf, kind, note } })
    removal.mutate({ params: { id: absence.id } }, { onSuccess: () => toast.success('Absence deleted.', { undo }) })
  }
}

function AbsenceDialog({ id, edited, onClose }: { id: string; edited: Absence | 'new' | undefined; onClose: () => void }) {
  const row = edited === 'new' ? undefined : edited
  const shared = { resource: absences, opened: edited !== undefined, onClose, sections, controls, invalidates: [readCapacity] }
  const onDone = (_: unknown, undo?: () => void) => toast.success('Absence saved.', { undo })
  if (row)
    return (
      <CallDialog
        {...shared}
        call={changeAbsence}
        title="Absence"
        verb="Save"
        params={{ id: row.id }}
        preset={{ rowVersion: row.rowVersion }}
        start={row}
        onDone={onDone}
      />
    )
  return <CallDialog {...shared} call={createAbsence} title="New absence" verb="Add absence" preset={{ userId: id }} onDone={onDone} />
}
