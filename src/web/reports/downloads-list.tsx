import { Button, Menu } from '@mantine/core'
import type { downloadTasks, managedDownloadTasks } from '../../model/reports/download-tasks.ts'
import { DownloadStatus } from '../../model/reports/enums.ts'
import { IconDownload, IconRefresh, IconTrash } from '../kit/look/icons.ts'
import { ListPage } from '../kit/pages.tsx'
import { DownloadState, sizeText, takeFile, useDownloadMoves } from './download-parts.tsx'
import css from './downloads.module.css'

const { InProgress, Failed } = DownloadStatus.of
const isHidden = { isHidden: true }

/** Files that were asked for, of one person or of everybody. */
export function DownloadsList({ of, title }: { of: typeof downloadTasks | typeof managedDownloadTasks; title: string }) {
  const { retry, remove } = useDownloadMoves()
  return (
    <ListPage
      of={of}
      title={title}
      create="no"
      rowHref={() => undefined}
      filters={{ createdByIds: isHidden, updatedByIds: isHidden }}
      cells={{
        fileName: (fileName, { id, url }) =>
          url ? (
            <a className={css.link} href={url} download={fileName} onClick={(event) => takeFile(event, id)} data-name>
              {fileName}
            </a>
          ) : (
            fileName
          ),
        status: (_, task) => <DownloadState task={task} />,
        progressPercent: (percent, { status }) => (status === InProgress ? percent : undefined),
        size: sizeText,
      }}
      rowMenu={({ id, fileName, url, status }) => (
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
