import { useSyncExternalStore } from 'react'
import { lazyDialog } from '../request/lazy-part.ts'
import { readPendingRows, watchPendingRows } from './create-row.ts'

const CreateDialog = lazyDialog(async () => ({ default: (await import('./create-dialog.tsx')).CreateDialog }))

/** Mounted once in the app shell, so that its forms are not nested in the form of the picker. */
export function CreateDialogs() {
  const rows = useSyncExternalStore(watchPendingRows, readPendingRows)
  return (
    <>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dialogs open and close like a stack
        <CreateDialog key={index} {...row} />
      ))}
    </>
  )
}
