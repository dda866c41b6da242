import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { DownloadStatus } from '../../model/reports/enums.ts'
import { allowNotifications, notificationChoice, stopNotifications } from '../kit/look/desktop-notification.ts'
import { DateTime } from '../kit/look/format.tsx'
import { IconBell, IconBellOff, IconDownload, IconRefresh } from '../kit/look/icons.ts'
import { EmptyState, Skeletons } from '../kit/pages.tsx'
import { DownloadButton, DownloadState, useDownloadMoves } from './download-parts.tsx'
import css from './downloads.module.css'
import { type DownloadTask, isTaskRunning, useDownloads } from './live-downloads.ts'

export function DownloadMenu() {
  const [isOpen, setOpen] = useState(false)
  const downloads = useDownloads()
  const running = downloads.tasks?.filter(isTaskRunning).length ?? 0
  const label = running > 0 ? `Downloads, ${running} running` : 'Downloads'
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={label} disabled={isOpen}>
          <ActionIcon className={css.button} aria-label={label} onClick={() => setOpen(!isOpen)}>
            <IconDownload size={18} />
            {running > 0 && <span className={css.badge}>{running}</span>}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={css.menu} aria-label="Downloads">
        <div className={css.head}>
          <h2>Downloads</h2>
          <NotificationSwitch />
        </div>
        <Tasks {...downloads} />
        <div className={css.foot}>
          <Link to="/download-center" className="dna-link" onClick={() => setOpen(false)}>
            Open the download center
          </Link>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function Tasks({ tasks, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage }: ReturnType<typeof useDownloads>) {
  const more = () => hasNextPage && !isFetchingNextPage && void fetchNextPage()
  if (!tasks && error)
    return <EmptyState text={`Your downloads could not be read: ${error.message}`} action="Try again" onAction={() => void refetch()} />
  if (!tasks) return <Skeletons rows={4} columns={1} />
  if (tasks.length === 0) return <EmptyState text="Nothing here yet. Exports and reports you ask for appear here." />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ul className={css.tasks} aria-label="Your downloads" tabIndex={0} onScroll={({ currentTarget: list }) => isNearEnd(list) && more()}>
      {tasks.map((task) => (
        <Task key={task.id} task={task} />
      ))}
      {isFetchingNextPage && <li className={css.end}>Loading more…</li>}
    </ul>
  )
}

const isNearEnd = (list: HTMLElement) => list.scrollTop + list.clientHeight > list.scrollHeight - 80

function Task({ task }: { task: DownloadTask }) {
  const { id, fileName, createDate, status, errorMessage } = task
  const { retry } = useDownloadMoves()
  return (
    <li className={css.task}>
      <span className={css.file} title={fileName}>
        {fileName}
      </span>
      <span className={css.moves}>
        {status === DownloadStatus.Failed && (
          <Tooltip label="Generate again">
            <ActionIcon aria-label={`Generate ${fileName} again`} onClick={() => retry(id)}>
              <IconRefresh size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        <DownloadButton task={task} />
      </span>
      <span className={css.about}>
        <DateTime value={createDate} />
        <DownloadState task={task} />
        {errorMessage && <span className={css.error}>{errorMessage}</span>}
      </span>
    </li>
  )
}

function NotificationSwitch() {
  const [choice, setChoice] = useState(notificationChoice)
  const isOn = choice === 'granted'
  const label = isOn ? 'Stop desktop notifications' : 'Notify me on the desktop'
  const Icon = isOn ? IconBell : IconBellOff
  const flip = async () => setChoice(isOn ? stopNotifications() : await allowNotifications())
  return (
    <>
      <Button size="xs" variant="subtle" color="gray" leftSection={<Icon size={16} />} onClick={() => void flip()}>
        {label}
      </Button>
      <span className="dna-hidden" role="status">
        {choice === 'denied' ? 'Desktop notifications are off' : ''}
      </span>
    </>
  )
}
