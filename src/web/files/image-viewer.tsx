import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { IconArrowsMaximize, IconZoomIn, IconZoomOut } from '../kit/look/icons.ts'
import { useShortcutScope } from '../kit/look/keys.ts'
import { fetchFile, withQuery } from './fetch-file.ts'
import css from './file-viewer.module.css'
import { Failed, Fetching, Tool, type ViewerProps, ViewerToolbar, zoomed } from './viewer-parts.tsx'

const types: Record<string, string> = { svg: 'image/svg+xml', jpg: 'image/jpeg', tif: 'image/png', tiff: 'image/png' }
const isTiff = (name: string) => /\.tiff?$/i.test(name)

interface Picture {
  address: string
  width: number
  height: number
}

async function loadImage(name: string, url: string, signal: AbortSignal): Promise<Picture> {
  const ending = name.split('.').at(-1)!.toLowerCase()
  const content = await fetchFile(isTiff(name) ? withQuery(url, 'as=png') : url, signal)
  // The server sends unknown types as octet streams, but an SVG renders only with its own MIME type.
  const address = URL.createObjectURL(content.slice(0, content.size, types[ending] ?? `image/${ending}`))
  const image = new Image()
  image.src = address
  try {
    await image.decode()
  } catch (error) {
    URL.revokeObjectURL(address)
    throw error
  }
  return { address, width: image.naturalWidth || 800, height: image.naturalHeight || 600 }
}

export function ImageViewer({ file }: ViewerProps) {
  const [picture, setPicture] = useState<Picture | 'failed'>()
  const [attempt, setAttempt] = useState(0)
  /** Undefined means fit to the panel. */
  const [zoom, setZoom] = useState<number>()
  const { ref, width, height } = useElementSize()
  const { name, url } = file

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    const reading = new AbortController()
    let address: string | undefined
    setPicture(undefined)
    loadImage(name, url ?? '', reading.signal).then(
      (read) => {
        address = read.address
        if (reading.signal.aborted) URL.revokeObjectURL(address)
        else setPicture(read)
      },
      () => !reading.signal.aborted && setPicture('failed'),
    )
    return () => {
      reading.abort()
      if (address) URL.revokeObjectURL(address)
    }
  }, [name, url, attempt])

  useShortcutScope('picture')
  if (!picture) return <Fetching />
  if (picture === 'failed') return <Failed onRetry={() => setAttempt(attempt + 1)} />
  const fitting = Math.min(1, width / picture.width || 1, height / picture.height || 1)
  const scale = zoom ?? fitting
  const closer = () => setZoom(zoomed(scale, true))
  const farther = () => setZoom(zoomed(scale, false))
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === '+' || event.key === '=') closer()
    else if (event.key === '-') farther()
    else if (event.key === '0') setZoom(undefined)
  }
  return (
    <>
      <ViewerToolbar file={file}>
        <Tool label="Zoom out" Icon={IconZoomOut} onClick={farther} disabled={zoomed(scale, false) === scale} />
        <span className={css.percent}>{Math.round(scale * 100)}%</span>
        <Tool label="Zoom in" Icon={IconZoomIn} onClick={closer} disabled={zoomed(scale, true) === scale} />
        <Tool label="Fit" Icon={IconArrowsMaximize} onClick={() => setZoom(undefined)} disabled={zoom === undefined} />
        <span className="dna-hint">
          {picture.width} × {picture.height} px
        </span>
      </ViewerToolbar>
      {/* biome-ignore lint/a11y: what scrolls must be reachable by keyboard */}
      <div className={css.stage} tabIndex={0} role="region" aria-label="Picture" onKeyDown={onKeyDown}>
        <div ref={ref} className={css.room}>
          <img
            className={css.picture}
            src={picture.address}
            alt={name}
            width={Math.max(1, picture.width * scale)}
            height={Math.max(1, picture.height * scale)}
          />
        </div>
      </div>
    </>
  )
}
