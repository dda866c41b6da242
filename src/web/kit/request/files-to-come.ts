import { useSyncExternalStore } from 'react'
import { toast } from '../look/toasts.tsx'

/** A file that somebody asked for, as far as it is made. */
interface FileToCome {
  id: number
  fileName: string
}
interface MadeFile extends FileToCome {
  url: string | null
}

/** What was asked for in this tab, and on which page. */
let waiting: ReadonlyMap<number, string> = new Map()
const watchers = new Set<() => void>()
function setWaiting(now: ReadonlyMap<number, string>) {
  waiting = now
  for (const watcher of watchers) watcher()
}
const without = (id: number) => new Map([...waiting].filter(([one]) => one !== id))

/** The files that somebody waits for in this tab, by their ids. */
export const usePendingFiles = (): ReadonlyMap<number, string> =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => waiting,
  )

const toastOf = (id: number) => `file ${id}`

const isFile = (answer: unknown): answer is FileToCome =>
  typeof answer === 'object' && answer !== null && 'id' in answer && 'fileName' in answer

/** After a request for a file, with its answer: says that it is on its way until it is there. */
export function showFilePending(file: unknown) {
  if (!isFile(file)) return
  toast.info(`${file.fileName} is being generated. You will find it in the download center.`, { id: toastOf(file.id) })
  setWaiting(new Map([...waiting, [file.id, location.pathname]]))
}

/** Tells that a file is there, in place of what was said before. Whoever waited for it on the page gets it at once. */
export function showFileReady({ id, fileName, url }: MadeFile) {
  const page = waiting.get(id)
  setWaiting(without(id))
  const link = url ? { href: url, label: 'Download', download: fileName } : { href: '/download-center', label: 'Download center' }
  toast.success(`${fileName} is ready.`, { id: toastOf(id), link, duration: 12_000 })
  if (url && page === location.pathname) download(url, fileName)
}

/** Says why it is not coming, in place of what was said before. */
export function showFileFailed({ id, fileName }: FileToCome, reason: string | null) {
  setWaiting(without(id))
  toast.error(`${fileName} could not be generated. ${reason ?? ''}`.trim(), { id: toastOf(id) })
}

function download(url: string, name: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
