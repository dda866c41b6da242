import { ActionIcon, Tooltip } from '@mantine/core'
import { formatBytes } from '../../model/kit/bytes.ts'
import type { RowOf } from '../../model/kit/resource.ts'
import { deleteDownload, downloadTasks, retryDownload, shareDownload } from '../../model/reports/download-tasks.ts'
import { DownloadStatus } from '../../model/reports/enums.ts'
import { IconDownload } from '../kit/look/icons.ts'
import { toast } from '../kit/look/toasts.tsx'
import { confirm } from '../kit/pages.tsx'
import { ChoiceText } from '../kit/parts/columns.tsx'
import { resourceCalls, useCall } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { showError } from '../kit/request/errors.ts'
import css from './downloads.module.css'
import { isTaskRunning } from './live-downloads.ts'

type Task = Pick<RowOf<typeof downloadTasks>, 'status' | 'progressPercent' | 'errorMessage' | 'fileName'>

export function DownloadState({ task }: { task: Task }) {
  const { status, errorMessage } = task
  return (
    <span className={css.state} title={errorMessage ?? undefined}>
      <ChoiceText options={DownloadStatus} value={status} />
      {status === DownloadStatus.InProgress && <Progress task={task} />}
    </span>
  )
}

function Progress({ task: { progressPercent: percent, fileName } }: { task: Task }) {
  return (
    <>
      <span
        className={css.bar}
        role="progressbar"
        aria-label={`Progress of ${fileName}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className={css.percent}>{percent}%</span>
    </>
  )
}

export const sizeText = (size: number | null | undefined) => (size === null || size === undefined ? undefined : formatBytes(size))

/** File URLs expire after ten minutes, so each click requests a new one. */
export async function takeFile(event: { preventDefault(): void }, id: number) {
  event.preventDefault()
  try {
    const { url, fileName } = await request(resourceCalls(downloadTasks).read, { params: { id } })
    const link = document.createElement('a')
    link.href = url ?? ''
    link.download = fileName
    if (url) link.click()
  } catch (error) {
    showError(error)
  }
}

export function useDownloadMoves() {
  const retrying = useCall(retryDownload)
  const deleting = useCall(deleteDownload)
  const sharing = useCall(shareDownload)
  return {
    retry: (id: number) => retrying.mutate({ params: { id } }),
    async share({ id, fileName, projectName }: { id: number; fileName: string; projectName: string | null }) {
      const text = `People on the external access list of ${projectName} who may see its reports will find it there. A report with prices shows only to those who may see prices.`
      if (!(await confirm({ title: `Share ${fileName} externally?`, text, verb: 'Share' }))) return
      sharing.mutate(
        { params: { id }, body: { isSharedExternally: true } },
        { onSuccess: () => toast.success(`${fileName} is shared externally.`) },
      )
    },
    unshare: ({ id, fileName }: { id: number; fileName: string }) =>
      sharing.mutate(
        { params: { id }, body: { isSharedExternally: false } },
        { onSuccess: () => toast.success(`${fileName} is no longer shared.`) },
      ),
    async remove(tasks: { id: number; fileName: string }[], after?: () => void) {
      const name = tasks.length === 1 ? tasks[0]!.fileName : `${tasks.length} downloads`
      const text = 'The file is removed for good. Its source data is kept, so you can request it again.'
      if (!(await confirm({ title: `Delete ${name}?`, text, verb: 'Delete', danger: true }))) return
      const results = await Promise.allSettled(tasks.map(({ id }) => deleting.mutateAsync({ params: { id } })))
      if (results.some(({ status }) => status === 'fulfilled')) toast.success(`${name} deleted.`)
      after?.()
    },
  }
}

interface ButtonProps {
  task: Pick<RowOf<typeof downloadTasks>, 'id' | 'fileName' | 'url' | 'status'>
  size?: number
}

/** Active only while the file can be downloaded; otherwise its tooltip says why not. */
export function DownloadButton({ task, size }: ButtonProps) {
  const { id, fileName, url, status } = task
  const reason = url
    ? `Download ${fileName}`
    : isTaskRunning(task)
      ? 'The file is still being generated'
      : status === DownloadStatus.Failed
        ? 'The file could not be generated'
        : 'The file is no longer kept'
  return (
    <Tooltip label={reason}>
      {url ? (
        <ActionIcon
          component="a"
          size={size}
          href={url}
          download={fileName}
          aria-label={`Download ${fileName}`}
          onClick={(event) => takeFile(event, id)}
        >
          <IconDownload size={16} />
        </ActionIcon>
      ) : (
        <ActionIcon size={size} data-disabled aria-disabled aria-label={`Download ${fileName}`} onClick={(event) => event.preventDefault()}>
          <IconDownload size={16} />
        </ActionIcon>
      )}
    </Tooltip>
  )
}
