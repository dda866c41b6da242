import { Button, Progress } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { changeSets, undoChangeSet } from '../../model/activity/change-sets.ts'
import { equipments } from '../../model/catalog/equipment.ts'
import { signalTypes } from '../../model/catalog/signal-types.ts'
import { manufacturers } from '../../model/companies/manufacturers.ts'
import { formatCount } from '../../model/kit/plural.ts'
import { downloadTasks } from '../../model/reports/download-tasks.ts'
import { DownloadStatus } from '../../model/reports/enums.ts'
import { loadStarterCatalog, quickStart, readStarterCatalog } from '../../model/starter/starter-calls.ts'
import { spaceTemplates } from '../../model/templates/space-templates.ts'
import { LoadError } from '../kit/parts/small-parts.tsx'
import { invalidateEntity, resourceCalls, useCall, useRead } from '../kit/request/call.ts'
import { can } from '../kit/request/can.ts'
import css from './starter.module.css'

const { Succeeded, Failed } = DownloadStatus
const pollMs = 1000
/** Only reserve the room of the text until the counts arrive. */
const typicalCounts = { products: 900, manufacturers: 100, cables: 10, templates: 10 }

function readAgain() {
  for (const { entity } of [equipments, manufacturers, spaceTemplates, signalTypes, changeSets]) void invalidateEntity(entity)
  void invalidateEntity('starterCatalog')
}

/** Progress of the load, until it has succeeded or failed. */
function useLoading() {
  const [taskId, setTaskId] = useState<number>()
  const { mutate, isPending } = useCall(loadStarterCatalog, { onDone: ({ id }) => setTaskId(id) })
  const { data: task } = useRead(
    resourceCalls(downloadTasks).read,
    { params: { id: taskId ?? 0 } },
    { enabled: taskId !== undefined, isQuiet: true, staleTime: 0, refetchInterval: pollMs },
  )
  const isDone = task?.status === Succeeded
  useEffect(() => {
    if (isDone) readAgain()
  }, [isDone])
  return {
    start: () => mutate({ body: {} }),
    isRunning: isPending || (taskId !== undefined && !isDone && task?.status !== Failed),
    problem: task?.status === Failed ? (task.errorMessage ?? 'The catalog could not be loaded.') : undefined,
    report: isDone ? task : undefined,
    percent: task?.progressPercent ?? 0,
  }
}

/** Offers the starter catalog, loads it, and says what happened. */
export function StarterOffer() {
  const mayLoad = can(loadStarterCatalog.permission)
  const loading = useLoading()
  // Without access to the download center, only the catalog shows when the load has ended.
  const { data, error, refetch } = useRead(
    readStarterCatalog,
    {},
    { isQuiet: true, enabled: mayLoad, refetchInterval: loading.isRunning ? 2 * pollMs : undefined },
  )
  const isRunning = loading.isRunning && !data?.isLoaded
  const { mutate: undo, isPending: isUndoing } = useCall(undoChangeSet, { onDone: readAgain })
  if (!mayLoad) return null
  const { products, manufacturers: manufacturerCount, cables, templates } = data ?? typicalCounts
  return (
    <section className={css.offer} aria-labelledby="starter-catalog" aria-live="polite">
      <h2 id="starter-catalog">{data?.isLoaded ? 'The starter catalog is in your catalog' : 'Start with the catalog'}</h2>
      {error && !data && <LoadError error={error} title="Starter catalog" onRetry={() => void refetch()} />}
      {!(error && !data) && (
        <p style={{ visibility: data ? undefined : 'hidden' }}>
          {formatCount(products, 'product')} of {formatCount(manufacturerCount, 'manufacturer')} with ports, power, sizes, and rack units,{' '}
          {formatCount(cables, 'cable type')}, and {formatCount(templates, 'room template')}, from the huddle room to the control room.
          Prices are left empty for your own. What you already have stays as it is. Check a figure against the maker’s data sheet before you
          rely on it.
        </p>
      )}
      {isRunning && (
        <div className={css.progress}>
          <Progress aria-label="Loading the starter catalog" value={Math.max(5, loading.percent)} />
          <span>Loading. You can go on working.</span>
        </div>
      )}
      {loading.problem && <p className={css.problem}>{loading.problem}</p>}
      {data?.isLoaded ? (
        <Loaded report={loading.report} changeSetId={data.changeSetId} onUndo={undo} isUndoing={isUndoing} />
      ) : (
        <div className={css.buttons}>
          <Button onClick={loading.start} loading={isRunning} disabled={!data}>
            {loading.problem ? 'Try again' : 'Load the starter catalog'}
          </Button>
        </div>
      )}
    </section>
  )
}

interface LoadedProps {
  report: { url?: string | null; fileName: string } | undefined
  changeSetId: number | null | undefined
  onUndo: (args: { params: { id: number } }) => void
  isUndoing: boolean
}

function Loaded({ report, changeSetId, onUndo, isUndoing }: LoadedProps) {
  return (
    <div className={css.buttons}>
      {can(quickStart.permission) && (
        <Button component={Link} to="/projects/quick-start" c="var(--dna-on-accent)">
          Start a project
        </Button>
      )}
      <Button component={Link} to="/equipment" variant="default">
        Look at the equipment
      </Button>
      {changeSetId != null && (
        <Button variant="default" loading={isUndoing} onClick={() => onUndo({ params: { id: changeSetId } })}>
          Undo
        </Button>
      )}
      {report?.url && (
        <Button component="a" href={report.url} download={report.fileName} variant="subtle">
          Download the list of what was loaded
        </Button>
      )}
    </div>
  )
}
