import { GlobalWorkerOptions, getDocument, version } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { headersFor } from './fetch-file.ts'

GlobalWorkerOptions.workerSrc = workerUrl
/** URL of the fonts, character maps and decoders that some documents need. They are served beside the bundle (vite.config.ts). */
export const parts = `/assets/pdf-${version}`
const options = {
  cMapUrl: `${parts}/cmaps/`,
  standardFontDataUrl: `${parts}/standard_fonts/`,
  wasmUrl: `${parts}/wasm/`,
  iccUrl: `${parts}/iccs/`,
}

/** Begins to load a PDF with the session of the user. */
export const openDocument = (url: string) => getDocument({ url, httpHeaders: headersFor(url), ...options })
