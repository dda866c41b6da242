const requests = new Map<string, Promise<unknown>>()
const sheets = new Map<string, Promise<unknown>>()

/**
 * Replaces Vite's helper around each dynamic import. Browsers do not request a module again after its first request failed, so a part is
 * imported only once all its files are in the browser's cache. `files` has the part, its imports and its style sheets.
 */
export default async function loadFiles<T>(importPart: () => Promise<T>, files: string[] = []) {
  const missing = files.map((file) => `/${file}`).filter((href) => !isInPage(href))
  await Promise.all(missing.map((href) => once(requests, href, request)))
  // Sheets are inserted in the order of the list, since later rules win.
  await Promise.all(missing.filter((href) => href.endsWith('.css')).map((href) => once(sheets, href, insertSheet)))
  return importPart()
}

const isInPage = (href: string) => document.querySelector(`link[href="${href}"]:not([data-part]), script[src="${href}"]`) !== null

function once(known: Map<string, Promise<unknown>>, href: string, start: (href: string) => Promise<unknown>) {
  const promise = known.get(href) ?? start(href)
  known.set(href, promise)
  promise.catch(() => known.delete(href))
  return promise
}

/** Requests by `fetch`, because a link or an import that failed once fails again without a request. */
async function request(href: string) {
  const response = await fetch(href).catch(() => undefined)
  // The router reloads a page whose error begins with these words.
  if (!response?.ok) throw new Error(`Failed to fetch dynamically imported module: ${href}`)
  await response.arrayBuffer()
}

function insertSheet(href: string) {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href })
  link.dataset.part = ''
  return new Promise((resolve) => {
    link.onload = resolve
    link.onerror = resolve
    document.head.append(link)
  })
}
