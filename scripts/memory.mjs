/** The C library of Linux reads these before the first line of ours runs; without them the server takes half as much memory again. */
export const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/**
 * V8 lets the heap of a process that may have gigabytes grow to four times what lives in it before it looks for what does not; of one that may have
 * less than two, by a third (decision 73). What needs much is done in processes of its own.
 */
export const heap = { '--max-old-space-size': '1536', '--max-semi-space-size': '8' }

/** The options of the heap that are not among those given. */
export function heapOptions(execArgv, nodeOptions = '') {
  const given = [...execArgv, ...nodeOptions.split(' ')].map((option) => option.split('=')[0].replaceAll('_', '-'))
  return Object.entries(heap).flatMap(([name, megabytes]) => (given.includes(name) ? [] : [`${name}=${megabytes}`]))
}
