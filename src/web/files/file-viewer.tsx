import { Suspense, useState } from 'react'
import { lazyPart } from '../kit/request/lazy-part.ts'
import { useOpenedFile } from '../kit/request/open-file.ts'

const FilePanel = lazyPart(() => import('./file-panel.tsx'))

/** Mounted once in the app shell; shows the file that `openFile` opens. */
export function FileViewer() {
  const file = useOpenedFile()
  const [shown, setShown] = useState(file)
  if (file && file !== shown) setShown(file)
  if (!shown) return null
  return (
    <Suspense>
      <FilePanel file={shown} isOpen={file !== undefined} />
    </Suspense>
  )
}
