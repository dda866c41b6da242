import type { InfiniteData } from '@tanstack/react-query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DownloadTaskEvent } from '../../model/hub.ts'
import type { QueryOf } from '../../model/kit/call.ts'
import type { Page, RowOf } from '../../model/kit/resource.ts'
import { downloadTasks } from '../../model/reports/download-tasks.ts'
import { DownloadStatus } from '../../model/reports/enums.ts'
import { notifyDesktop } from '../kit/look/desktop-notification.ts'
import { callKey, invalidate, queryClient, resourceCalls } from '../kit/request/call.ts'
import { request } from '../kit/request/client.ts'
import { useLiveEvent } from '../kit/request/live.ts'
import { showFileFailed, showFileReady, usePendingFiles } from '../kit/request/pending-files.ts'

export type DownloadTask = RowOf<typeof downloadTasks>

const pageSize = 10
const { Pending, InProgress, Succeeded, Failed } = DownloadStatus
export const isTaskRunning = ({ status }: { status: number }) => status === Pending || status === InProgress

const { list } = resourceCalls(downloadTasks)
const query: QueryOf<typeof list> = { itemsPerPage: pageSize, sortBy: ['createDate'], sortDesc: ['true'] }
const menuKey = [...callKey(list, { query }), 'pages']
type Pages = InfiniteData<Page<DownloadTask>, number>

/** The user's own downloads, newest first, ten per page. A shorter page is the last one. */
export function useDownloads() {
  const { data, ...rest } = useInfiniteQuery({
    queryKey: menuKey,
    queryFn: ({ pageParam, signal }) => request(list, { query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.items.length < pageSize ? undefined : pages.length + 1),
    meta: { isQuiet: true },
  })
  useLiveEvent('SendTask', takeTask)
  // Removes duplicates: a new task pushes the last one of a page onto the next.
  const tasks = data && [...new Map(data.pages.flatMap(({ items }) => items).map((task) => [task.id, task])).values()]
  const awaited = usePendingFiles()
  // An event can arrive before the listener, or before the response that names the file, so the list is checked as well.
  useEffect(() => {
    for (const task of tasks ?? []) if (awaited.has(task.id)) notifyTask(task)
  })
  return { tasks, ...rest }
}

function takeTask(event: DownloadTaskEvent) {
  const known = queryClient
    .getQueryData<Pages>(menuKey)
    ?.pages.flatMap(({ items }) => items)
    .find(({ id }) => id === event.id)
  queryClient.setQueryData<Pages>(menuKey, (pages) => pages && withTask(pages, event))
  queryClient.setQueriesData<Page<DownloadTask>>(ofPages, (page) => page?.items && { ...page, items: updateTask(page.items, event) })
  // A request in progress may return data older than the event, so it is invalidated.
  if (queryClient.isFetching(ofMenu) > 0) void invalidate(ofMenu)
  if (known?.status === event.status) return
  void invalidate(ofPages)
  notifyTask(event)
}

const ofMenu = { queryKey: menuKey, exact: true }
const ofPages = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === downloadTasks.entity && queryKey.at(-1) !== 'pages',
}
const updateTask = (tasks: DownloadTask[], event: DownloadTaskEvent) =>
  tasks.map((task) => (task.id === event.id ? { ...task, ...event, status: event.status as DownloadStatus } : task)) as DownloadTask[]

/** Replaces a known task, or inserts a new one among the loaded tasks, newest first. Older tasks arrive with their page. */
export function withTask(data: Pages, event: DownloadTaskEvent): Pages {
  const isKnown = data.pages.some(({ items }) => items.some(({ id }) => id === event.id))
  if (isKnown) return { ...data, pages: data.pages.map((page) => ({ ...page, items: updateTask(page.items, event) })) }
  const isOlder = ({ createDate }: DownloadTask) => createDate < event.createDate
  const isWhole = (data.pages.at(-1)?.items.length ?? 0) < pageSize
  const found = data.pages.findIndex(({ items }) => items.some(isOlder))
  const pageIndex = found < 0 && isWhole ? data.pages.length - 1 : found
  const pages = data.pages.map((page, index) => {
    if (index !== pageIndex) return page
    const older = page.items.filter(isOlder)
    return { ...page, items: [...page.items.filter((task) => !isOlder(task)), event as unknown as DownloadTask, ...older] }
  })
  return { ...data, pages }
}

function notifyTask(task: Pick<DownloadTaskEvent, 'id' | 'status' | 'fileName' | 'url' | 'errorMessage'>) {
  const { status, fileName, errorMessage } = task
  if (status !== Succeeded && status !== Failed) return
  notifyDesktop(status === Succeeded ? 'Your file is ready' : 'A file could not be generated', fileName)
  if (status === Succeeded) showFileReady(task)
  else showFileFailed(task, errorMessage)
}
