import type { ResponseOf } from '../../model/kit/call.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { BackupState, formatDiskSize, makeBackupNow, readBackups } from '../../model/settings/backups.ts'
import { confirm } from '../kit/form/dialogs.tsx'
import { DateOnly, DateTime, MissingValue } from '../kit/look/format.tsx'
import { toast } from '../kit/look/toasts.tsx'
import { DataTable, Panel, ReasonButton } from '../kit/pages.tsx'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { StateText } from '../kit/parts/state-pill.tsx'
import { invalidateEntity, useCall, useRead } from '../kit/request/call.ts'
import { useCan } from '../kit/request/can.ts'
import css from './app-settings.module.css'

type Night = ResponseOf<typeof readBackups>['nights'][number]
const { Running, Proved } = BackupState

const backupTone = (state: BackupState) => (state === Proved ? 'good' : state === Running ? 'working' : 'bad')
function Outcome({ night: { error, size, rows, files, file } }: { night: Night }) {
  if (error !== null) return <span data-bad>{error}</span>
  if (size === null) return <MissingValue />
  const parts = [formatDiskSize(size), rows !== null && formatCount(rows, 'row'), files !== null && formatCount(files, 'file'), file]
  return <span title={file ?? undefined}>{parts.filter(Boolean).join(', ')}</span>
}

/** Poll interval in milliseconds. A running backup takes minutes. */
const lookAgainAfter = 5000

export function BackupsPanel() {
  const { data, error, refetch } = useRead(readBackups, {}, { isQuiet: true, refetchInterval: lookAgainAfter })
  return (
    <section aria-label="Backups">
      <Panel
        title="Backups"
        isFlush
        actions={<NowButton isPlanned={data?.isPlanned ?? true} isRunning={data?.nights[0]?.state === Running} />}
      >
        <p className={css.purpose} role="status">
          {!data ? (
            '\u00a0'
          ) : !data.isPlanned ? (
            'No backup location is set on this server, so there are no nightly backups. The server administrator can set one.'
          ) : data.nextDate === null ? (
            'None is scheduled.'
          ) : (
            <>
              The next one is due on <DateTime value={data.nextDate} />. Each is restored and compared before it counts.
            </>
          )}
        </p>
        {error && !data ? (
          <LoadError error={error} title="The backups" onRetry={() => void refetch()} />
        ) : data?.nights.length === 0 ? (
          <p className={css.purpose}>No nightly backup yet.</p>
        ) : (
          <DataTable
            label="Latest nightly backups"
            rows={data?.nights}
            skeletonRows={3}
            keyOf={({ night }) => night}
            nameOf={({ night }) => night}
            columns={[
              { key: 'night', label: 'Night', width: 160, sticky: true, tone: 'name', cell: ({ night }) => <DateOnly value={night} /> },
              {
                key: 'state',
                label: 'State',
                width: 130,
                cell: ({ state }) => <StateText tone={backupTone(state)}>{BackupState.label(state)}</StateText>,
              },
              { key: 'endDate', label: 'Ended', width: 200, cell: ({ endDate }) => <DateTime value={endDate} /> },
              { key: 'outcome', label: 'Result', cell: (night) => <Outcome night={night} /> },
            ]}
          />
        )}
      </Panel>
    </section>
  )
}

function NowButton({ isPlanned, isRunning }: { isPlanned: boolean; isRunning: boolean }) {
  const mayMake = useCan(makeBackupNow.permission)
  const { mutate, isPending } = useCall(makeBackupNow, {
    onDone() {
      toast.info('The backup is running.')
      void invalidateEntity('backups')
    },
  })
  if (!mayMake) return null
  async function openConfirmation() {
    const text =
      'Everyone can keep working in the meantime. The backup is restored into a temporary database and compared before it counts.'
    if (await confirm({ title: 'Back up now?', text, verb: 'Back up now' })) mutate({})
  }
  return (
    <ReasonButton
      variant="default"
      size="compact-sm"
      loading={isPending}
      reason={isPlanned ? isRunning && 'A backup is running' : 'No backup location is set on this server'}
      onClick={() => void openConfirmation()}
    >
      Back up now
    </ReasonButton>
  )
}
