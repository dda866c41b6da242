import { Drawer } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '../kit/request/lazy-part.ts'
import { closeFile, fileKind, type OpenedFile } from '../kit/request/open-file.ts'
import css from './file-viewer.module.css'
import { ImageViewer } from './image-viewer.tsx'
import { Fetching } from './viewer-parts.tsx'

const viewers = {
  image: ImageViewer,
  text: lazyPart(async () => ({ default: (await import('./text-viewer.tsx')).TextViewer })),
  pdf: lazyPart(async () => ({ default: (await import('./pdf-viewer.tsx')).PdfViewer })),
}

export default function FilePanel({ file, isOpen }: { file: OpenedFile; isOpen: boolean }) {
  const Viewer = viewers[fileKind(file.name)!]
  return (
    <Drawer
      opened={isOpen}
      onClose={closeFile}
      position="right"
      size="min(1100px, 100vw)"
      title={file.name}
      classNames={{ title: css.title, content: css.content, body: css.body }}
    >
      <Suspense fallback={<Fetching />}>
        <Viewer key={`${file.name} ${file.url}`} file={file} />
      </Suspense>
    </Drawer>
  )
}
