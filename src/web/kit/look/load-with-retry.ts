const retryAfter = 5000

/** Retries a dynamic import until it loads, so an optional part does not crash the page while the server is down. */
export async function loadWithRetry<T>(load: () => Promise<T>, onFirstFailure?: () => void): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      if (!isFirst) await renewStyles()
      return await load()
    } catch {
      if (isFirst) onFirstFailure?.()
    }
    await new Promise((resolve) => setTimeout(resolve, retryAfter))
  }
}

/** Vite's loader requests a style sheet only once, even if it failed, so failed links are inserted again. */
async function renewStyles() {
  const lost = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(isLost)
  await Promise.all(
    lost.map((link) => {
      const fresh = link.cloneNode() as HTMLLinkElement
      return new Promise((resolve, reject) => {
        fresh.onload = resolve
        fresh.onerror = reject
        link.replaceWith(fresh)
      })
    }),
  )
}

/** After a failed request, some browsers have no sheet, others a sheet whose rules cannot be read. */
function isLost({ sheet }: HTMLLinkElement) {
  try {
    return !sheet?.cssRules
  } catch {
    return true
  }
}

export const preload = (load: () => Promise<unknown>) => () => void load().catch(() => undefined)
