const retryAfter = 5000

/** Asks for code until it comes: what stands beside a page must not take the page down while the server is away. */
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

/** The loader asks for the style sheets of code only once, even where they did not come: these are put in anew. */
async function renewStyles() {
  const lost = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(isLost)
  await Promise.all(
    lost.map((link) => {
      const anew = link.cloneNode() as HTMLLinkElement
      return new Promise((resolve, reject) => {
        anew.onload = resolve
        anew.onerror = reject
        link.replaceWith(anew)
      })
    }),
  )
}

/** Some browsers have no sheet then, others one without rules that can be read. */
function isLost({ sheet }: HTMLLinkElement) {
  try {
    return !sheet?.cssRules
  } catch {
    return true
  }
}

/** Fetches code before it is wanted; whoever wants it asks again. */
export const preload = (load: () => Promise<unknown>) => () => void load().catch(() => undefined)
