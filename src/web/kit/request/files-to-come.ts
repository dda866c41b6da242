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
const waiting = new Map<number, string>()
/** Made sooner than the answer to the request came. */
const early = new Map<number, MadeFile>()
const mostEarly = 20

const toastOf = (id: number) => `file ${id}`

const isFile = (answer: unknown): answer is FileToCome =>
  typeof answer === 'object' && answer !== null && 'id' in answer && 'fileName' in answer

/** After a request for a file, with its answer: says that it is on its way until it is there. */
export function fileIsComing(file: unknown) {
  if (!isFile(file)) return
  waiting.set(file.id, location.pathname)
  const made = early.get(file.id)
  if (made) fileIsReady(made)
  else toast.info(`${file.fileName} is being generated. You will find it in the download center.`, { id: toastOf(file.id) })
}

/** Tells that a file is there, in place of what was said before. Whoever waited for it on the page gets it at once. */
export function fileIsReady(made: MadeFile) {
  const { id, fileName, url } = made
  const page = waiting.get(id)
  waiting.delete(id)
  early.delete(id)
  if (page === undefined) {
    early.set(id, made)
    for (const oldest of [...early.keys()].slice(0, Math.max(0, early.size - mostEarly))) early.delete(oldest)
  }
  const link = url ? { href: url, label: 'Download', download: fileName } : { href: '/download-center', label: 'Download center' }
  toast.success(`${fileName} is ready.`, { id: toastOf(id), link, duration: 12_000 })
  if (url && page === location.pathname) download(url, fileName)
}

/** Says why it is not coming, in place of what was said before. */
export function fileHasFailed({ id, fileName }: FileToCome, reason: string | null) {
  waiting.delete(id)
  toast.error(`${fileName} could not be generated. ${reason ?? ''}`.trim(), { id: toastOf(id) })
}

function download(url: string, name: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
