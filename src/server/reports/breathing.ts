const pieceMs = 8

/** For long work on the thread that answers: to be awaited between its pieces, so that whoever asks meanwhile waits for one of them and not for all. */
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

/** `map` with room for others between its pieces. */
export async function mapInPieces<T, U>(rows: Iterable<T>, make: (row: T, at: number) => U): Promise<U[]> {
  const breathe = breathing()
  const made: U[] = []
  for (const row of rows) {
    made.push(make(row, made.length))
    await breathe()
  }
  return made
}
