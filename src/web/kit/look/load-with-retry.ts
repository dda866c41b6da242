const retryAfter = 5000

/** Retries a dynamic import until it loads, so an optional part does not crash the page while the server is down. */
export async function loadWithRetry<T>(load: () => Promise<T>, onFirstFailure?: () => void): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await load()
    } catch {
      if (isFirst) onFirstFailure?.()
    }
    await new Promise((resolve) => setTimeout(resolve, retryAfter))
  }
}

export const preload = (load: () => Promise<unknown>) => () => void load().catch(() => undefined)
