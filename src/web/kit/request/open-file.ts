import { useSyncExternalStore } from 'react'
import { typedKeys } from '../../../model/kit/keys.ts'
import { toast } from '../look/toasts.tsx'

export interface OpenedFile {
  /** Includes the extension, which determines the viewer. */
  name: string
  url: string | null | undefined
  mayDownload?: boolean
}
type FileKind = 'image' | 'text' | 'pdf'

const endings: Record<FileKind, RegExp> = {
  image: /\.(png|jpe?g|gif|bmp|svg|webp|tiff?)$/i,
  text: /\.(json|html|xml|log|config)$/i,
  pdf: /\.pdf$/i,
}
export const fileKind = (name: string) => typedKeys(endings).find((kind) => endings[kind].test(name.trim()))

let opened: OpenedFile | undefined
const watchers = new Set<() => void>()
function setOpenedFile(file: OpenedFile | undefined) {
  opened = file
  for (const watcher of watchers) watcher()
}

export function openFile(file: OpenedFile) {
  if (fileKind(file.name)) setOpenedFile(file)
  else toast.warning('No supported viewer for this file type!')
}
export const closeFile = () => setOpenedFile(undefined)

export const useOpenedFile = () =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => opened,
  )
