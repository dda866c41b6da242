/** glibc reads these variables before our code runs. Without them the server uses 50% more memory. */
export const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/**
 * V8 grows a heap limited to several gigabytes to four times its live size before a major collection, but a heap limited below two only by
 * a third (decision 73). Memory-intensive work runs in separate processes.
 */
export const heap = { '--max-old-space-size': '1536', '--max-semi-space-size': '8' }

export function heapOptions(execArgv, nodeOptions = '') {
  const optionNames = [...execArgv, ...nodeOptions.split(' ')].map((option) => option.split('=')[0].replaceAll('_', '-'))
  return Object.entries(heap).flatMap(([name, megabytes]) => (optionNames.includes(name) ? [] : [`${name}=${megabytes}`]))
}
