const pieceMs = 8

/** Yields to the event loop during long work: await the function between pieces, so that other requests wait for one piece only. */
export function breathing(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < pieceMs) return undefined
    return new Promise((done) =>
      setImmediate(() => {
        since = performance.now()
        done()
      }),
    )
  }
}

/** `map` that yields to the event loop in between. */
export async function mapInPieces<T, U>(rows: Iterable<T>, make: (row: T, at: number) => U): Promise<U[]> {
  const breathe = breathing()
  const results: U[] = []
  for (const row of rows) {
    results.push(make(row, results.length))
    await breathe()
  }
  return results
}
