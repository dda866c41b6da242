import { Suspense, useState } from 'react'
import { useOpenedFile } from '../kit/request/open-file.ts'
import { lazyPart } from '../kit/request/part.ts'

const FilePanel = lazyPart(() => import('./file-panel.tsx'))

/** Stands once beside the pages and shows what `openFile` opens. */
export function FileViewer() {
  const file = useOpenedFile()
  /** The last one stays in sight while the panel goes. */
  const [shown, setShown] = useState(file)
  if (file && file !== shown) setShown(file)
  if (!shown) return null
  return (
    <Suspense>
      <FilePanel file={shown} isOpen={file !== undefined} />
    </Suspense>
  )
}
