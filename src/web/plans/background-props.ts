export interface BackgroundProps {
  plan: { url: string; contentType: string; page: number; widthPt: number; heightPt: number; name: string }
  zoom: number
}
