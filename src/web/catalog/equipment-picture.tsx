import { useEffect, useState } from 'react'
import type { IllustratedProduct } from '../../model/catalog/illustration-shapes.ts'
import { loadWithRetry } from '../kit/look/load-with-retry.ts'
import { ImageTile } from '../kit/pages.tsx'

type Drawing = typeof import('../../model/catalog/illustration.ts')
type Size = 'full' | 'tile' | 'face'

let loadedDrawing: Drawing | undefined
const loadDrawing = async () => {
  loadedDrawing = await loadWithRetry(() => import('../../model/catalog/illustration.ts'))
  return loadedDrawing
}

/** Addresses by the facts that are drawn, because lists render their rows often. */
const addresses = new Map<string, string | undefined>()
const mostAddresses = 2000

function drawnAddress({ drawIllustration, drawRackFace }: Drawing, product: IllustratedProduct, size: Size) {
  const { category, model, description, widthIn, heightIn, depthIn, rackUnits, rackAccessory, diagonalIn, networkPorts } = product
  const kind = category && { name: category.name, icon: category.icon }
  const facts = { category: kind, model, description, widthIn, heightIn, depthIn, rackUnits, rackAccessory, diagonalIn, networkPorts }
  const key = `${size} ${JSON.stringify(facts)}`
  if (!addresses.has(key)) {
    if (addresses.size >= mostAddresses) addresses.clear()
    const svg = size === 'face' ? drawRackFace(facts) : drawIllustration(facts, { isTile: size === 'tile' })
    addresses.set(key, svg && `data:image/svg+xml,${encodeURIComponent(svg)}`)
  }
  return addresses.get(key)
}

/**
 * Address of the drawing of a product. Undefined until the code has arrived, and for a face that no product has. The browser draws, because
 * a list of a hundred products would otherwise make a hundred requests.
 */
export function useDrawnAddress(product: IllustratedProduct, size: Size, isNeeded = true): string | undefined {
  const [drawing, setDrawing] = useState(loadedDrawing)
  useEffect(() => {
    if (!isNeeded || drawing) return
    let isGone = false
    void loadDrawing().then((loaded) => !isGone && setDrawing(loaded))
    return () => {
      isGone = true
    }
  }, [isNeeded, drawing])
  return isNeeded && drawing ? drawnAddress(drawing, product, size) : undefined
}

type Pictured = IllustratedProduct & { imageUrl?: string | null }

/** Photo of a product, otherwise its drawing. */
export function EquipmentPicture({ product, alt }: { product: Pictured; alt: string }) {
  const drawn = useDrawnAddress(product, 'full', !product.imageUrl)
  const src = product.imageUrl ?? drawn
  return src ? <img src={src} alt={product.imageUrl ? alt : `${alt}, drawing`} /> : null
}

export function EquipmentTile({ item }: { item: Pictured }) {
  const drawn = useDrawnAddress(item, 'tile', !item.imageUrl)
  return <ImageTile src={item.imageUrl ?? drawn} />
}

/** Picture of an option in a list of equipment to choose from. */
export function EquipmentOptionPicture({ item }: { item: Pictured }) {
  const drawn = useDrawnAddress(item, 'tile', !item.imageUrl)
  const src = item.imageUrl ?? drawn
  return src ? <img src={src} alt="" /> : null
}
