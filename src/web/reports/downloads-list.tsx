import { Button, Menu } from '@mantine/core'
import { formatCount } from '../../model/kit/plural.ts'
import { downloadTasks, type managedDownloadTasks, shareDownload } from '../../model/reports/download-tasks.ts'
import { DownloadStatus, ReportType } from '../../model/reports/enums.ts'
import { IconDownload, IconRefresh, IconTrash, IconUsers } from '../kit/look/icons.ts'
import { ListPage } from '../kit/pages.tsx'
import { useCan } from '../kit/request/can.ts'
import { DownloadButton, DownloadState, sizeText, takeFile, useDownloadMoves } from './download-parts.tsx'
import css from './downloads.module.css'

const { InProgress, Failed } = DownloadStatus
const isHidden = { isHidden: true }
const isReport = (category: number) => ReportType.values.some(({ downloadTaskCategory }) => downloadTaskCategory === category)

export function DownloadsList({ resource, title }: { resource: typeof downloadTasks | typeof managedDownloadTasks; title: string }) {
  const { retry, remove, share, unshare } = useDownloadMoves()
  // Only the user who created a report can share it.
  const mayShare = useCan(shareDownload.permission) && resource === downloadTasks
  return (
    <ListPage
      resource={resource}
      title={title}
      create="no"
      rowHref={() => undefined}
      filters={{ createdByIds: isHidden, updatedByIds: isHidden }}
      cells={{
        fileName: (fileName, { id, url, status, isSharedExternally, warnings }) => (
          <>
            <span className={css.take}>
              <DownloadButton task={{ id, fileName, url, status }} size={24} />
            </span>
            {isSharedExternally && (
              <span
                className={css.shared}
                role="img"
                aria-label="Shared"
                title="External users who may see reports of the project can find it there"
              >
                <IconUsers size={14} />
              </span>
            )}
            {url ? (
              <a className={css.link} href={url} download={fileName} onClick={(event) => takeFile(event, id)} data-name>
                {fileName}
              </a>
            ) : (
              fileName
            )}
            {warnings.length > 0 && (
              <span className={css.warnings} title={warnings.join('\n')}>
                {formatCount(warnings.length, 'warning')}
              </span>
            )}
          </>
        ),
        status: (_, task) => <DownloadState task={task} />,
        progressPercent: (percent, { status }) => (status === InProgress ? percent : undefined),
        size: sizeText,
      }}
      rowMenu={({ id, fileName, url, status, projectName, downloadTaskCategory, isSharedExternally }) => (
        <>
          {url && (
            <Menu.Item
              component="a"
              href={url}
              download={fileName}
              onClick={(event) => takeFile(event, id)}
              leftSection={<IconDownload size={16} />}
            >
              Download
            </Menu.Item>
          )}
          {mayShare && url && projectName && isReport(downloadTaskCategory) && (
            <Menu.Item
              leftSection={<IconUsers size={16} />}
              onClick={() => (isSharedExternally ? unshare({ id, fileName }) : void share({ id, fileName, projectName }))}
            >
              {isSharedExternally ? 'Stop sharing' : 'Share externally…'}
            </Menu.Item>
          )}
          {status === Failed && (
            <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => retry(id)}>
              Retry
            </Menu.Item>
          )}
          <Menu.Item
            data-danger={status !== InProgress || undefined}
            disabled={status === InProgress}
            leftSection={<IconTrash size={16} />}
            onClick={() => void remove([{ id, fileName }])}
          >
            Delete
            {status === InProgress && <div className="dna-hint">It can be deleted when it is ready</div>}
          </Menu.Item>
        </>
      )}
      selectionActions={(ids, clear) => (
        <Button
          size="xs"
          variant="default"
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() =>
            void remove(
              ids.map((id) => ({ id: Number(id), fileName: 'this download' })),
              clear,
            )
          }
        >
          Delete
        </Button>
      )}
      empty="Nothing here yet. Export a list, or ask for a report in a project."
    />
  )
}
