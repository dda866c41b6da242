import { useSyncExternalStore } from 'react'
import { toast } from '../look/toasts.tsx'

interface FileToCome {
  id: number
  fileName: string
}
interface MadeFile extends FileToCome {
  url: string | null
}

let waiting: ReadonlyMap<number, string> = new Map()
const watchers = new Set<() => void>()
function setWaiting(now: ReadonlyMap<number, string>) {
  waiting = now
  for (const watcher of watchers) watcher()
}
const withoutWaiting = (id: number) => new Map([...waiting].filter(([one]) => one !== id))

export const usePendingFiles = (): ReadonlyMap<number, string> =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => waiting,
  )

const fileToastId = (id: number) => `file ${id}`

const isPendingFile = (answer: unknown): answer is FileToCome =>
  typeof answer === 'object' && answer !== null && 'id' in answer && 'fileName' in answer

export function showFilePending(file: unknown) {
  if (!isPendingFile(file)) return
  toast.info(`${file.fileName} is being generated. You will find it in the download center.`, { id: fileToastId(file.id) })
  setWaiting(new Map([...waiting, [file.id, location.pathname]]))
}

/** Replaces the toast when the file is ready. If the user is still on the page that requested it, it downloads at once. */
export function showFileReady({ id, fileName, url }: MadeFile) {
  const page = waiting.get(id)
  setWaiting(withoutWaiting(id))
  const link = url ? { href: url, label: 'Download', download: fileName } : { href: '/download-center', label: 'Download center' }
  toast.success(`${fileName} is ready.`, { id: fileToastId(id), link, duration: 12_000 })
  if (url && page === location.pathname) clickDownloadLink(url, fileName)
}

export function showFileFailed({ id, fileName }: FileToCome, reason: string | null) {
  setWaiting(withoutWaiting(id))
  toast.error(`${fileName} could not be generated. ${reason ?? ''}`.trim(), { id: fileToastId(id) })
}

function clickDownloadLink(url: string, name: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
