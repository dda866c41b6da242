import { ActionIcon, Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { importHours, readWeek, type WeekRow } from '../../model/hours/actual-hours.ts'
import { readIntegrationStatus } from '../../model/integrations/services.ts'
import { addDays, formatDate, isCalendarDate, mondayOf } from '../../model/kit/dates.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { EditConflicts, KeyWords, LastEdit } from '../kit/edits/last-edit.tsx'
import { currentDay } from '../kit/look/clock.ts'
import { IconChevronLeft, IconChevronRight, IconUpload } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { EmptyState, PageHead, Picker, ReasonButton, Skeletons } from '../kit/pages.tsx'
import type { Tab } from '../kit/parts/page-tabs.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import { useSession } from '../kit/request/session.ts'
import { AddRow } from './add-row.tsx'
import css from './hours.module.css'
import { HoursImportDialog } from './hours-import.tsx'
import { TempoDialog } from './tempo-dialog.tsx'
import { type CellEdit, useWeekEdits } from './week-edits.ts'
import { WeekGrid } from './week-grid.tsx'

const tabs: Tab[] = [
  { label: 'Board', to: '/my-board' },
  { label: 'Hours', to: '/my-board/hours' },
]
const mayWriteForOthers = () => can('DNAUsers.Update') && (can('BigBoard.ViewEntryDetails') || can('SmallBoard.ViewEntryDetails'))

function useNoTempo(): string | undefined {
  const isAsked = mayWriteForOthers() && can(readIntegrationStatus.permission)
  const { data } = useRead(readIntegrationStatus, {}, { isQuiet: true, enabled: isAsked })
  return data && !data.tempo.configured ? 'Tempo is not configured' : undefined
}

export function MyHoursPage() {
  const { user } = useSession()
  const search: { week?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [personId, setPersonId] = useState<string | null>(null)
  const [isImporting, setImporting] = useState(false)
  const [isReading, setReading] = useState(false)
  const noTempo = useNoTempo()
  const userId = personId ?? user?.id ?? ''
  const monday = mondayOf(isCalendarDate(search.week) ? search.week : currentDay())
  const go = (week: string | undefined) => void navigate({ to: '/my-board/hours', search: week === undefined ? {} : { week } })
  return (
    <div className={css.page}>
      <PageHead
        crumbs={[{ label: 'My board', to: '/my-board' }]}
        title={personId === null ? 'My hours' : 'Hours'}
        tabs={tabs}
        actions={
          <>
            {mayWriteForOthers() && (
              <ReasonButton size="xs" variant="default" reason={noTempo} onClick={() => setReading(true)}>
                Read from Tempo
              </ReasonButton>
            )}
            {can(importHours.permission) && (
              <Button size="xs" variant="default" leftSection={<IconUpload size={14} />} onClick={() => setImporting(true)}>
                Import
              </Button>
            )}
          </>
        }
      />
      <header className={css.tools}>
        <ActionIcon aria-label="Week before" onClick={() => go(addDays(monday, -7))}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <Button size="xs" variant="default" aria-label={`Week of ${formatDate(monday)}, go to this week`} onClick={() => go(undefined)}>
          Week of {formatDate(monday)}
        </Button>
        <ActionIcon aria-label="Week after" onClick={() => go(addDays(monday, 7))}>
          <IconChevronRight size={16} />
        </ActionIcon>
        {mayWriteForOthers() && (
          <Picker
            resource={undefined}
            aria-label="Person"
            placeholder="My own hours"
            size="xs"
            value={personId}
            onChange={(id) => setPersonId(typeof id === 'string' && id !== user?.id ? id : null)}
          />
        )}
      </header>
      {userId && <Week key={`${userId} ${monday}`} userId={userId} monday={monday} />}
      <HoursImportDialog opened={isImporting} onClose={() => setImporting(false)} />
      <TempoDialog opened={isReading} onClose={() => setReading(false)} from={monday} to={addDays(monday, 6)} />
    </div>
  )
}

function Week({ userId, monday }: { userId: string; monday: string }) {
  const { data, error, refetch } = useRead(readWeek, { query: { userId, date: monday } }, { isQuiet: true, keepsOld: true })
  const [added, setAdded] = useState<readonly WeekRow[]>([])
  const edits = useWeekEdits(userId, data?.isWritable === true)
  if (error && !data) return <LoadError error={error} title="These hours" onRetry={() => void refetch()} />
  if (!data) return <Skeletons rows={8} columns={8} />
  const rows = [...data.rows, ...added.filter(({ key }) => !data.rows.some((row) => row.key === key))]
  async function copy() {
    if (!data) return
    try {
      const changes = await copiedFrom(addDays(monday, -7), userId, rows)
      if (changes.length === 0) toast.success('There is nothing to copy: last week is empty, or these days are filled in.')
      else await edits.save(changes, `${formatCount(changes.length, 'cell')} copied from the week before`)
    } catch (failed) {
      showError(failed)
    }
  }
  const buttons = data.isWritable && (
    <div className={css.acts}>
      <Button size="xs" variant="default" onClick={() => void copy()}>
        Copy last week
      </Button>
      <AddRow onAdd={(row) => setAdded((now) => [...now, row])} />
    </div>
  )
  return (
    <>
      {buttons}
      <EditConflicts conflicts={edits.conflicts} />
      {rows.length === 0 && Object.keys(data.hidden).length === 0 ? (
        <EmptyState text="No hours this week, and no contract has any planned for it. Add a line, or copy last week." />
      ) : (
        <WeekGrid week={data} rows={rows} today={currentDay()} edits={edits} />
      )}
      {data.isWritable && (
        <LastEdit history={edits.history}>
          <KeyWords name="Enter">next line</KeyWords>
          <KeyWords name="← →">day to day</KeyWords>
          <KeyWords name="Ctrl D">as above</KeyWords>
          <KeyWords name="Del">clear</KeyWords>
        </LastEdit>
      )}
    </>
  )
}

/** Copies the previous week's hours to the same weekdays. Cells that already have hours are skipped. */
async function copiedFrom(before: string, userId: string, rows: readonly WeekRow[]): Promise<CellEdit[]> {
  const last = await request(readWeek, { query: { userId, date: before } })
  return last.rows.flatMap((row) => {
    if (row.isReadOnly) return []
    const here = rows.find(({ key }) => key === row.key)
    return Object.entries(row.hours).flatMap(([day, hours]): CellEdit[] => {
      const date = addDays(day, 7)
      return hours > 0 && !here?.hours[date] ? [{ row: here ?? { ...row, hours: {} }, date, hours, before: 0 }] : []
    })
  })
}
