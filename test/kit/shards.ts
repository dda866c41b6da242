import recorded from '../fixtures/durations.json' with { type: 'json' }

/** Seconds that test files take on two busy cores, for files that take at least 15. Only their proportions matter. */
const recordedSeconds: Record<string, number> = recorded

/** Typical seconds of the other files, by the start of their path. */
const typicalSeconds: [start: string, seconds: number][] = [
  ['src/server/', 6],
  ['test/journeys/every-route-', 90],
  ['test/journeys/', 30],
  ['test/', 5],
  ['', 1],
]

export const expectedSeconds = (path: string): number =>
  recordedSeconds[path] ?? typicalSeconds.find(([start]) => path.startsWith(start))![1]

/**
 * Splits files into parts of about equal expected duration: the longest file first, each to the part with the least work so far. The
 * result depends only on the set of paths, so machines that run one part each need not agree on anything.
 */
export function splitByDuration(paths: readonly string[], count: number, secondsOf = expectedSeconds): string[][] {
  const shards = Array.from({ length: count }, () => ({ paths: [] as string[], seconds: 0 }))
  const ordered = paths
    .map((path) => ({ path, seconds: secondsOf(path) }))
    .sort((a, b) => b.seconds - a.seconds || (a.path < b.path ? -1 : 1))
  for (const { path, seconds } of ordered) {
    const shortest = shards.reduce((least, shard) => (shard.seconds < least.seconds ? shard : least))
    shortest.paths.push(path)
    shortest.seconds += seconds
  }
  return shards.map((shard) => shard.paths)
}

/** Test workers for a machine: all its cores up to eight. On two cores, a third worker slows the journeys by a tenth. */
export const workersFor = (cores: number): number => Math.min(8, Math.max(2, cores))
